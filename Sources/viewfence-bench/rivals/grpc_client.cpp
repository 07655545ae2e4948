// A client over gRPC: `--window` unary calls in flight from one completion queue, or one stream
// (`--mode stream`) with as many unanswered requests.
#include "grpc.grpc.pb.h"
#include "load.h"
#include <grpcpp/grpcpp.h>
#include <memory>
#include <string>

using rival::FitReply;
using rival::FitRequest;

static load *run;
static unsigned id = FIRST_ID;

static void take(const FitReply &reply) {
  char text[512];
  int length = snprintf(text, sizeof text,
                        "{\"id\":\"%s\",\"latitude\":%.17g,\"longitude\":%.17g,\"zoom\":%.17g,"
                        "\"fits\":%s}",
                        reply.id().c_str(), reply.latitude(), reply.longitude(), reply.zoom(),
                        reply.fits() ? "true" : "false");
  load_took(run, (unsigned)strtoul(reply.id().c_str(), nullptr, 10), reply.fits(), text,
            (size_t)length);
}

static void next(FitRequest &request) {
  request.set_id(std::to_string(id));
  load_sends(run, id++);
}

struct Call {
  grpc::ClientContext context;
  FitReply reply;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<FitReply>> reader;
};

static void callUnary(rival::Viewports::Stub &stub, FitRequest &request, int window) {
  grpc::CompletionQueue queue;
  auto ask = [&] {
    next(request);
    auto *call = new Call;
    call->reader = stub.AsyncFit(&call->context, request, &queue);
    call->reader->Finish(&call->reply, &call->status, call);
  };
  for (int i = 0; i < window; i++) ask();
  void *tag;
  bool ok;
  while (load_goes_on(run) && queue.Next(&tag, &ok)) {
    std::unique_ptr<Call> call(static_cast<Call *>(tag));
    if (!call->status.ok()) load_fails(call->status.error_message().c_str());
    take(call->reply);
    ask();
  }
  load_end(run, request.ByteSizeLong());
}

static void callStream(rival::Viewports::Stub &stub, FitRequest &request, int window) {
  grpc::ClientContext context;
  auto stream = stub.Fits(&context);
  auto ask = [&] {
    next(request);
    stream->Write(request);
  };
  for (int i = 0; i < window; i++) ask();
  FitReply reply;
  while (load_goes_on(run)) {
    if (!stream->Read(&reply)) load_fails("the stream ended");
    take(reply);
    ask();
  }
  load_end(run, request.ByteSizeLong());
}

int main(int argc, char **argv) {
  end_with_parent();
  auto channel = grpc::CreateChannel(option(argc, argv, "--endpoint", ""),
                                     grpc::InsecureChannelCredentials());
  auto stub = rival::Viewports::NewStub(channel);
  FitRequest request;
  request.set_width(VIEW_WIDTH);
  request.set_height(VIEW_HEIGHT);
  places all = PLACES_BEGIN;
  for (int i = atoi(option(argc, argv, "--pois", "8")); i > 0; i--) {
    double latitude, longitude;
    next_place(&all, &latitude, &longitude);
    auto *place = request.add_pois();
    // As many digits as the JSON has.
    place->set_latitude(std::round(latitude * 1e6) / 1e6);
    place->set_longitude(std::round(longitude * 1e6) / 1e6);
  }
  int window = atoi(option(argc, argv, "--window", "64"));
  run = load_begin(argc, argv);
  if (!strcmp(option(argc, argv, "--mode", "unary"), "stream")) {
    callStream(*stub, request, window);
  } else {
    callUnary(*stub, request, window);
  }
}
