using System.Net;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace S7OpcBridge.Web.Tests;

/// <summary>A collector on loopback that takes OTLP, by http/protobuf or by gRPC (a message behind five bytes of head, the status behind the answer).</summary>
internal sealed class Collector : IAsyncDisposable
{
    private const int GrpcHead = 5;

    private readonly WebApplication _app;
    private readonly bool _isGrpc;
    private readonly Channel<(string Path, string ContentType, byte[] Body)> _taken = Channel.CreateUnbounded<(string, string, byte[])>();

    private Collector(WebApplication app, bool isGrpc, int port) => (_app, _isGrpc, Url) = (app, isGrpc, $"http://127.0.0.1:{port}");

    public string Url { get; }

    /// <summary>Where the last export was sent, and as what.</summary>
    public (string Path, string ContentType) Last { get; private set; }

    public static async Task<Collector> StartAsync(bool isGrpc, CancellationToken cancellationToken)
    {
        var port = FreePort.Next();
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder
            .WebHost.UseKestrelCore()
            .ConfigureKestrel(kestrel =>
                kestrel.Listen(IPAddress.Loopback, port, listen => listen.Protocols = isGrpc ? HttpProtocols.Http2 : HttpProtocols.Http1)
            );
        var collector = new Collector(builder.Build(), isGrpc, port);
        collector._app.Run(collector.TakeAsync);
        await collector._app.StartAsync(cancellationToken);
        return collector;
    }

    /// <summary>The next export that fits.</summary>
    public async Task<OtlpMetrics> NextAsync(Predicate<OtlpMetrics> fits, CancellationToken cancellationToken)
    {
        while (true)
        {
            var (path, type, body) = await _taken.Reader.ReadAsync(cancellationToken);
            Last = (path, type);
            if (OtlpMetrics.Parse(body) is var metrics && fits(metrics))
                return metrics;
        }
    }

    public async ValueTask DisposeAsync() => await _app.DisposeAsync();

    private async Task TakeAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        _taken.Writer.TryWrite(
            (context.Request.Path, context.Request.ContentType ?? "", _isGrpc ? body.ToArray()[GrpcHead..] : body.ToArray())
        );
        if (!_isGrpc)
            return;
        context.Response.ContentType = "application/grpc";
        await context.Response.Body.WriteAsync(new byte[GrpcHead], context.RequestAborted);
        context.Response.AppendTrailer("grpc-status", "0");
    }
}
