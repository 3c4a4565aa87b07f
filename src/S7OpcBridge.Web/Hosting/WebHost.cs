using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Hosting;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web;

/// <summary>Health, metrics and the status page of a running bridge, on Kestrel.</summary>
public sealed class WebHost : IAsyncDisposable
{
    private static readonly TimeSpan StopWithin = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Limit of the connections of browsers and probes. One endpoint may have half of them, so that connections to the health endpoint cannot lock users out
    /// of the page.
    /// </summary>
    public const int MostConnections = 64;

    /// <summary>Limit of all their sockets, with those of connections that have said nothing yet.</summary>
    public const int MostSockets = MostConnections + WebArrivals.Most;

    private static readonly TimeSpan IdleFor = TimeSpan.FromSeconds(30);

    private readonly WebApplication _app;

    private WebHost(WebApplication app) => _app = app;

    /// <summary>The addresses as they are listened on, with their ports.</summary>
    public IReadOnlyCollection<string> Addresses =>
        [.. _app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses];

    /// <summary>Starts; null: turned off in the map, or not configured there and the port is in use.</summary>
    /// <exception cref="WebStartException">An address cannot be listened on, or the certificate cannot be used.</exception>
    public static Task<WebHost?> StartAsync(
        WebSettings settings,
        BridgeView view,
        BridgeCommands commands,
        ILoggerFactory loggers,
        CancellationToken cancellationToken
    ) =>
        // In a method of its own, so that nothing of ASP.NET is loaded where it is off.
        settings.IsOn
            ? StartAsync(settings, view, commands, loggers, IPAddress.IsLoopback, cancellationToken)
            : Task.FromResult<WebHost?>(null);

    /// <inheritdoc cref="StartAsync(WebSettings, BridgeView, BridgeCommands, ILoggerFactory, CancellationToken)"/>
    /// <param name="isLocal">True for an address of this machine.</param>
    internal static async Task<WebHost?> StartAsync(
        WebSettings settings,
        BridgeView view,
        BridgeCommands commands,
        ILoggerFactory loggers,
        Func<IPAddress, bool> isLocal,
        CancellationToken cancellationToken
    )
    {
        var logger = loggers.CreateLogger("S7OpcBridge.Web");
        var endpoints = WebEndpoint.From(settings);
        var certificate = WebCertificate.ContextOf(settings, view, logger);
        var host = new WebHost(Build(endpoints, certificate, view, commands, loggers, isLocal));
        try
        {
            await host._app.StartAsync(cancellationToken);
        }
        catch (Exception e)
        {
            await host.DisposeAsync();
            if (e is not (IOException or SocketException))
                throw;
            var sentence = Explain(endpoints, e);
            if (settings.IsAskedFor)
                throw new WebStartException(sentence, e);
            WebLog.Without(logger, $"{char.ToUpperInvariant(sentence[0])}{sentence[1..]}");
            return null;
        }
        WebLog.Started(logger, string.Join(", ", host.Addresses));
        return host;
    }

    /// <summary>Why the certificate of a map cannot be used, as a sentence; null: it can, or the map names no file.</summary>
    public static string? CertificateFault(WebSettings settings, TimeProvider time, out bool isError) =>
        WebCertificate.FaultOf(settings, time, out isError);

    /// <summary>Ends all connections and stops listening.</summary>
    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
    }

    private static WebApplication Build(
        WebEndpoint[] endpoints,
        Func<SslStreamCertificateContext>? certificate,
        BridgeView view,
        BridgeCommands commands,
        ILoggerFactory loggers,
        Func<IPAddress, bool> isLocal
    )
    {
        // Kestrel's own limit turns away whoever comes last: a flood would keep everybody else out.
        var places = new WebConnections(MostConnections, MostConnections / 2);
        var arrivals = new WebArrivals(places, new WebRate(isLocal, view.Time), view.Time);
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { ApplicationName = "s7opcbridge" });
        builder.Services.AddSingleton(loggers);
        // The bridge handles signals and stops this host.
        builder.Services.AddSingleton<IHostLifetime, EmbeddedLifetime>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = StopWithin);
        builder
            .WebHost.UseKestrelCore()
            .UseKestrelHttpsConfiguration()
            .ConfigureKestrel(kestrel =>
            {
                kestrel.AddServerHeader = false;
                kestrel.Limits.MaxRequestBodySize = 0;
                kestrel.Limits.KeepAliveTimeout = IdleFor;
                kestrel.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(5);
                foreach (var endpoint in endpoints)
                    Listen(kestrel, endpoint, certificate, arrivals);
            });
        builder.Services.AddSingleton<IConnectionListenerFactory>(new WebListenerFactory(loggers));
        var app = builder.Build();
        app.Use(next => context => ServeAsync(context, next));
        var visitors = new Visitors(new WebLogin(commands, view.Time), new WebSessions(view.Time));
        app.Use(next => new WebRequestFilter(commands.LogInAsync is null ? null : visitors, next).PassAsync);
        var hosts = new KnownHosts(() => view.Running().Server.Advertise, () => certificate?.Invoke().TargetCertificate);
        app.Run(new ServedPages(view, () => new ActionTable(view, commands, visitors, hosts)).ServeAsync);
        return app;
    }

    private static void Listen(
        KestrelServerOptions kestrel,
        WebEndpoint endpoint,
        Func<SslStreamCertificateContext>? certificate,
        WebArrivals arrivals
    )
    {
        if (endpoint.Url is { Host: "localhost", Port: var port })
            kestrel.ListenLocalhost(port, Configure);
        else
            kestrel.Listen(IPAddress.Parse(endpoint.Url.Host.Trim('[', ']')), endpoint.Url.Port, Configure);

        void Configure(ListenOptions listen)
        {
            listen.Use(next =>
                async connection =>
                {
                    using var place = await arrivals.AdmitAsync(connection, endpoint);
                    if (place is null)
                        return;
                    connection.Features.Set(place);
                    connection.Features.Set(endpoint); // for the request filter
                    await next(connection);
                }
            );
            if (endpoint.Url.Scheme == "https")
                listen.UseHttps(
                    new TlsHandshakeCallbackOptions
                    {
                        OnConnection = _ =>
                            ValueTask.FromResult(new SslServerAuthenticationOptions { ServerCertificateContext = certificate!() }),
                    }
                );
        }
    }

    private static async Task ServeAsync(HttpContext context, RequestDelegate next)
    {
        var connection = context.Features.GetRequiredFeature<WebConnection>();
        connection.BeginRequest();
        try
        {
            await next(context);
        }
        finally
        {
            connection.EndRequest();
        }
    }

    private static string Explain(WebEndpoint[] endpoints, Exception fault)
    {
        // Only Kestrel's message contains the address.
        var where =
            endpoints
                .FirstOrDefault(endpoint => fault.Message.Contains(endpoint.Url.Authority, StringComparison.OrdinalIgnoreCase))
                ?.Url.OriginalString
            ?? string.Join(" or ", endpoints.Select(endpoint => endpoint.Url.OriginalString));
        var why = (fault as SocketException ?? fault.GetBaseException() as SocketException)?.SocketErrorCode switch
        {
            SocketError.AccessDenied => "this user may not use that port; use one above 1023",
            SocketError.AddressNotAvailable => "this machine has no such address; write one of its addresses, or 0.0.0.0 for all",
            _ when fault.InnerException is AddressInUseException
                    || fault.GetBaseException() is SocketException { SocketErrorCode: SocketError.AddressAlreadyInUse } =>
                "the port is in use; stop the program that uses it (ss -ltnp names it), or write another 'listen' under 'web' in the map",
            _ => fault.Message.ReplaceLineEndings(" ").TrimEnd('.'),
        };
        return $"health, metrics and status page cannot be served at {where}: {why}.";
    }
}
