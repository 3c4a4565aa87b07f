using System.Net;
using System.Threading.Channels;

namespace S7OpcBridge.Tests;

/// <summary>A collector on loopback that takes OTLP over http.</summary>
internal sealed class Collector : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly Channel<(string Path, string ContentType, byte[] Body)> _taken = Channel.CreateUnbounded<(string, string, byte[])>();
    private readonly Task _serving;

    public Collector()
    {
        Url = $"http://127.0.0.1:{FreePort.Next()}";
        _listener.Prefixes.Add(Url + "/");
        _listener.Start();
        _serving = ServeAsync();
    }

    public string Url { get; }

    /// <summary>Where the last export was sent, and as what.</summary>
    public (string Path, string ContentType) Last { get; private set; }

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

    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _serving;
    }

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                using var body = new MemoryStream();
                await context.Request.InputStream.CopyToAsync(body);
                _taken.Writer.TryWrite((context.Request.Url!.AbsolutePath, context.Request.ContentType ?? "", body.ToArray()));
                context.Response.ContentType = "application/x-protobuf";
                context.Response.Close();
            }
        }
        catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
        {
            // The test is over.
        }
    }
}
