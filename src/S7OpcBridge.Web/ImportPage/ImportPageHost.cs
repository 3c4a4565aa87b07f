using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Web.Hosting;
using S7OpcBridge.Web.Maps;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>Serves the page of one import on 127.0.0.1.</summary>
internal sealed class ImportPageHost : IAsyncDisposable
{
    private const int MostConnections = 64;
    private static readonly TimeSpan StopWithin = TimeSpan.FromSeconds(2);

    private readonly WebApplication _app;
    private readonly ImportPageGuard _guard;

    private ImportPageHost(WebApplication app, ImportPageGuard guard) => (_app, _guard) = (app, guard);

    /// <summary>The address to open; it works once.</summary>
    public Uri Address =>
        new($"{_app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single()}/{_guard.FirstKey}");

    /// <summary>Begins to listen.</summary>
    /// <param name="session">What is chosen.</param>
    /// <param name="port">The port; 0: a free one.</param>
    /// <param name="opened">Called when the address was opened.</param>
    /// <exception cref="IOException">The port is in use, or may not be used.</exception>
    public static async Task<ImportPageHost> StartAsync(
        ImportPageSession session,
        int port,
        Action opened,
        CancellationToken cancellationToken
    )
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { ApplicationName = "s7opcbridge" });
        // What a browser does wrong is answered to it; nobody reads a log here.
        builder.Services.AddLogging(logging => logging.ClearProviders());
        builder.Services.AddSingleton<IHostLifetime, EmbeddedLifetime>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = StopWithin);
        builder
            .WebHost.UseKestrelCore()
            .ConfigureKestrel(kestrel =>
            {
                kestrel.AddServerHeader = false;
                kestrel.Limits.MaxRequestBodySize = CandidateBody.MostBytes; // actions take less
                kestrel.Limits.MaxConcurrentConnections = MostConnections;
                kestrel.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(5);
                kestrel.Listen(IPAddress.Loopback, port);
            });
        var app = builder.Build();
        var guard = new ImportPageGuard(opened);
        app.Use(guard.PassAsync);
        // After the guard, which takes the key off the path.
        app.Run(new ImportActions(session).ServeAsync);
        var host = new ImportPageHost(app, guard);
        try
        {
            await app.StartAsync(cancellationToken);
        }
        catch
        {
            await host.DisposeAsync();
            throw;
        }
        return host;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
    }
}
