using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.FirstStart;
using S7OpcBridge.Web.Hosting;

namespace S7OpcBridge.Web;

/// <summary>The page of the first start: where no map lies, it makes one, with the first administrator. Nothing else is served.</summary>
public sealed class FirstStartHost : IAsyncDisposable
{
    private const int MostBody = 4096,
        MostConnections = 64;
    private static readonly TimeSpan StopWithin = TimeSpan.FromSeconds(2);

    private readonly WebApplication _app;
    private readonly FirstCode _code;
    private readonly X509Certificate2? _certificate;
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private FirstStartHost(FirstStartOptions options, TimeProvider time)
    {
        var endpoint = new WebEndpoint(options.Listen, IsHealth: false, HasMetrics: false);
        _code = new FirstCode(time);
        _certificate = endpoint.IsSecure ? Temporary(time) : null;
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { ApplicationName = "s7opcbridge" });
        builder.Services.AddLogging(static logging => logging.ClearProviders());
        builder.Services.AddRoutingCore();
        builder.Services.AddSingleton<IHostLifetime, EmbeddedLifetime>();
        builder.Services.Configure<HostOptions>(static host => host.ShutdownTimeout = StopWithin);
        builder
            .WebHost.UseKestrelCore()
            .UseKestrelHttpsConfiguration()
            .ConfigureKestrel(kestrel =>
            {
                kestrel.AddServerHeader = false;
                kestrel.Limits.MaxRequestBodySize = MostBody;
                kestrel.Limits.MaxConcurrentConnections = MostConnections;
                kestrel.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(5);
                if (options.Listen.Host == "localhost")
                    kestrel.ListenLocalhost(options.Listen.Port, Secure);
                else
                    kestrel.Listen(IPAddress.Parse(options.Listen.Host.Trim('[', ']')), options.Listen.Port, Secure);
            });
        _app = builder.Build();
        _app.Use(next => context => new FirstStartGuard(endpoint).PassAsync(context, next));
        FirstStartRoutes.Map(_app, options, _code, () => _done.TrySetResult());

        void Secure(ListenOptions listen)
        {
            if (_certificate is not null)
                listen.UseHttps(_certificate);
        }
    }

    /// <summary>Ends when the map is written.</summary>
    public Task Done => _done.Task;

    /// <summary>The code that the page asks for.</summary>
    public string Code => _code.Text;

    /// <summary>The thumbprint of the certificate for https, SHA-1; null: plain http.</summary>
    public string? Thumbprint => _certificate?.Thumbprint;

    /// <summary>The address as it is listened on, with its port.</summary>
    public string Address => _app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();

    /// <summary>Begins to listen.</summary>
    /// <exception cref="WebStartException">The address cannot be listened on, or would be served unencrypted beyond this machine.</exception>
    public static async Task<FirstStartHost> StartAsync(FirstStartOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        if (options.Listen.Scheme != "https" && !WebSettings.IsLoopback(options.Listen))
            throw new WebStartException(
                $"the first start at {options.Listen.OriginalString} would send a password unencrypted over the network; write https://, or "
                    + "listen on 127.0.0.1."
            );
        var host = new FirstStartHost(options, time);
        try
        {
            await host._app.StartAsync(cancellationToken);
            return host;
        }
        catch (Exception e)
        {
            await host.DisposeAsync();
            if (e is not (IOException or SocketException))
                throw;
            throw new WebStartException(
                $"there is no map at {options.Map}, and the page that makes one cannot be served at {options.Listen.OriginalString}: "
                    + $"{e.Message.ReplaceLineEndings(" ").TrimEnd('.')}. Name a map, or give another address as {FirstStartOptions.Variable}.",
                e
            );
        }
    }

    /// <summary>Ends all connections and stops listening.</summary>
    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
        _code.Dispose();
        _certificate?.Dispose();
    }

    // The bridge's own certificate has its name, which is not known yet.
    private static X509Certificate2 Temporary(TimeProvider time)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=S7OpcBridge first start", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddDnsName(Dns.GetHostName());
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        var now = time.GetUtcNow();
        using var made = request.CreateSelfSigned(now.AddHours(-1), now.AddDays(1));
        // Windows needs a persisted key.
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }
}

/// <summary>The first start of a bridge.</summary>
public sealed record FirstStartOptions
{
    /// <summary>Environment variable with the URL of the page; the container image sets it.</summary>
    public const string Variable = "S7OPCBRIDGE_FIRST_START";

    /// <summary>Where the page is served: loopback, or https.</summary>
    public required Uri Listen { get; init; }

    /// <summary>Full path of the map that is made.</summary>
    public required string Map { get; init; }

    /// <summary>Version of the program.</summary>
    public required string Version { get; init; }

    /// <summary>Writes map and users; returns why it could not, as a sentence, or null.</summary>
    public required Func<FirstStartChoices, string?> Write { get; init; }

    /// <summary>Where the console of such a bridge is, as the browser would open it.</summary>
    public required Func<FirstStartChoices, string> ConsoleOf { get; init; }

    /// <summary>True: the page is reached from other machines.</summary>
    public bool IsOpen => !WebSettings.IsLoopback(Listen);
}

/// <summary>What the first administrator has chosen.</summary>
/// <param name="Name">Name of the bridge.</param>
/// <param name="Port">Port of its OPC UA server.</param>
/// <param name="IsOpen">True: clients of other machines may connect.</param>
/// <param name="HasConsole">True: the console may be opened on other machines, by https.</param>
/// <param name="User">The first administrator.</param>
/// <param name="Password">The password.</param>
/// <param name="Host">The name by which the browser reached the page.</param>
public sealed record FirstStartChoices(string Name, int Port, bool IsOpen, bool HasConsole, string User, string Password, string Host);
