using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>Serves health, metrics and the status page of a running bridge with Kestrel.</summary>
internal sealed class WebHost : IAsyncDisposable
{
    private static readonly TimeSpan StopWithin = TimeSpan.FromSeconds(1);

    /// <summary>Limit of all connections. Each listener may use half of them, so that clients of the health listener cannot block the page.</summary>
    public const int MostConnections = 64;

    private static readonly TimeSpan IdleFor = TimeSpan.FromSeconds(30);

    private readonly WebApplication _app;

    private WebHost(WebApplication app) => _app = app;

    /// <summary>The URLs listened on, with their real ports.</summary>
    public IReadOnlyCollection<string> Addresses => [.. _app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses];

    /// <summary>Starts listening; null: switched off in the map, or not configured there and the port is in use.</summary>
    /// <exception cref="StartException">A URL cannot be listened on, or the certificate cannot be used.</exception>
    public static async Task<WebHost?> StartAsync(WebSettings settings, BridgeView view, Logins? logins, ILoggerFactory loggers, CancellationToken cancellationToken)
    {
        if (!settings.IsOn)
            return null;
        var logger = loggers.CreateLogger("S7OpcBridge.Web");
        var listeners = WebListener.Of(settings);
        var certificate = settings.Certificate is { } path && listeners.Any(listener => listener.Url.Scheme == "https") ? new WebCertificate(path, settings.Key, view.Time, logger) : null;
        var login = listeners.Any(listener => listener.NeedsLogin) && logins is not null ? new WebLogin(logins, view.AuditPage, view.Time) : null;
        var host = new WebHost(Build(listeners, certificate, login, view, loggers));
        try
        {
            await host._app.StartAsync(cancellationToken);
        }
        catch (Exception e)
        {
            await host.DisposeAsync();
            if (e is not (IOException or SocketException))
                throw;
            var sentence = Explain(listeners, e);
            if (settings.IsAskedFor)
                throw new StartException(sentence, e);
            WebLog.Without(logger, $"{char.ToUpperInvariant(sentence[0])}{sentence[1..]}");
            return null;
        }
        WebLog.Started(logger, string.Join(", ", host.Addresses));
        return host;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
    }

    private static WebApplication Build(WebListener[] listeners, WebCertificate? certificate, WebLogin? login, BridgeView view, ILoggerFactory loggers)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { ApplicationName = "s7opcbridge" });
        builder.Services.AddSingleton(loggers);
        builder.Services.AddRoutingCore();
        // The bridge handles signals; this host ends with it.
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = StopWithin);
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = 0;
            kestrel.Limits.KeepAliveTimeout = IdleFor;
            kestrel.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(5);
            // Kestrel's own limit applies per listener only.
            var places = new WebConnections(MostConnections, MostConnections / 2);
            foreach (var listener in listeners)
                Listen(kestrel, listener, certificate, places);
        });
        var app = builder.Build();
        app.Use(next => context => ServeAsync(context, next));
        app.Use(next => new WebRequestFilter(login, next).PassAsync);
        HealthPages.Map(app, view);
        MetricsPage.Map(app, view.Figures);
        StatusPage.Map(app, view);
        return app;
    }

    private static void Listen(KestrelServerOptions kestrel, WebListener listener, WebCertificate? certificate, WebConnections places)
    {
        if (listener.Url is { Host: "localhost", Port: var port })
            kestrel.ListenLocalhost(port, Configure);
        else
            kestrel.Listen(IPAddress.Parse(listener.Url.Host.Trim('[', ']')), listener.Url.Port, Configure);

        void Configure(ListenOptions listen)
        {
            listen.Use(next => async connection =>
            {
                // The request needs to know its listener.
                connection.Features.Set(listener);
                using var place = places.TryTake(listener, connection.Abort);
                if (place is null)
                    return;
                connection.Features.Set(place);
                await next(connection);
            });
            if (listener.Url.Scheme == "https")
                listen.UseHttps(new TlsHandshakeCallbackOptions { OnConnection = _ => ValueTask.FromResult(new SslServerAuthenticationOptions { ServerCertificateContext = certificate!.Current }) });
        }
    }

    private static async Task ServeAsync(HttpContext context, RequestDelegate next)
    {
        var connection = context.Features.Get<WebConnection>();
        connection?.BeginRequest();
        try
        {
            await next(context);
        }
        finally
        {
            connection?.EndRequest();
        }
    }

    private static string Explain(WebListener[] listeners, Exception fault)
    {
        // Kestrel's exception names the address only in its message.
        var where = listeners.FirstOrDefault(listener => fault.Message.Contains(listener.Url.Authority, StringComparison.OrdinalIgnoreCase))?.Url.OriginalString
            ?? string.Join(" or ", listeners.Select(listener => listener.Url.OriginalString));
        var why = (fault as SocketException ?? fault.GetBaseException() as SocketException)?.SocketErrorCode switch
        {
            SocketError.AccessDenied => "this user may not use that port; use one above 1023",
            SocketError.AddressNotAvailable => "this machine has no such address; write one of its addresses, or 0.0.0.0 for all",
            _ when fault.InnerException is AddressInUseException || fault.GetBaseException() is SocketException { SocketErrorCode: SocketError.AddressAlreadyInUse } =>
                "the port is in use; stop the program that uses it (ss -ltnp names it), or write another 'listen' under 'web' in the map",
            _ => fault.Message.ReplaceLineEndings(" ").TrimEnd('.'),
        };
        return $"health, metrics and status page cannot be served at {where}: {why}.";
    }

    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
