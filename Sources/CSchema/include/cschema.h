#pragma once

// The files of config/schema as they were when the program was built, each a C string.
const char *cschema_request(void);
const char *cschema_reply(void);
const char *cschema_publication(void);
const char *cschema_fence(void);
const char *cschema_asyncapi(void);
