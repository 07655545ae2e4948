module viewfence/client

go 1.18
