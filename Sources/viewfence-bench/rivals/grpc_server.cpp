// The job over gRPC: `--mode async` answers unary calls from a completion queue, `--mode callback`
// streams by reactors.
#include "box.h"
#include "common.h"
#include "grpc.grpc.pb.h"
#include <grpcpp/grpcpp.h>
#include <memory>

using rival::FitReply;
using rival::FitRequest;

static grpc::Status fit(const FitRequest &request, FitReply *reply) {
  box b = BOX_OF_NOTHING;
  for (const auto &place : request.pois())
    if (!box_add(&b, place.latitude(), place.longitude()))
      return {grpc::StatusCode::INVALID_ARGUMENT, "no place"};
  camera c = camera_of(&b, request.width(), request.height());
  reply->set_id(request.id());
  reply->set_latitude(c.latitude);
  reply->set_longitude(c.longitude);
  reply->set_zoom(c.zoom);
  reply->set_fits(true);
  return grpc::Status::OK;
}

class Stream final : public grpc::ServerBidiReactor<FitRequest, FitReply> {
public:
  Stream() { StartRead(&request); }
  void OnReadDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    auto status = fit(request, &reply);
    if (!status.ok()) return Finish(status);
    StartWrite(&reply);
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    StartRead(&request);
  }
  void OnDone() override { delete this; }

private:
  FitRequest request;
  FitReply reply;
};

class Callback final : public rival::Viewports::CallbackService {
  grpc::ServerBidiReactor<FitRequest, FitReply> *Fits(grpc::CallbackServerContext *) override {
    return new Stream;
  }
};

struct Call {
  grpc::ServerContext context;
  FitRequest request;
  FitReply reply;
  grpc::ServerAsyncResponseWriter<FitReply> writer{&context};
  bool isAnswered = false;
};

static void serve(rival::Viewports::AsyncService &service, grpc::ServerCompletionQueue &queue) {
  auto expect = [&] {
    auto *call = new Call;
    service.RequestFit(&call->context, &call->request, &call->writer, &queue, &queue, call);
  };
  // As many as may be in flight, so that none waits for a place.
  for (int i = 0; i < 512; i++) expect();
  void *tag;
  bool ok;
  while (queue.Next(&tag, &ok)) {
    auto *call = static_cast<Call *>(tag);
    if (call->isAnswered || !ok) {
      delete call;
      continue;
    }
    auto status = fit(call->request, &call->reply);
    call->isAnswered = true;
    call->writer.Finish(call->reply, status, call);
    expect();
  }
}

int main(int argc, char **argv) {
  end_with_parent();
  bool isAsync = !strcmp(option(argc, argv, "--mode", "async"), "async");
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  Callback callback;
  rival::Viewports::AsyncService async;
  std::unique_ptr<grpc::ServerCompletionQueue> queue;
  if (isAsync) {
    builder.RegisterService(&async);
    queue = builder.AddCompletionQueue();
  } else {
    builder.RegisterService(&callback);
  }
  auto server = builder.BuildAndStart();
  if (!server) return 1;
  printf("ready requests=127.0.0.1:%d version=%s\n", port, grpc::Version().c_str());
  fflush(stdout);
  if (isAsync) serve(async, *queue);
  server->Wait();
}
