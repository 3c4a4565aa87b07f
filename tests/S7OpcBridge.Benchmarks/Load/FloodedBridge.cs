using System.Net;
using System.Net.NetworkInformation;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>A whole bridge in this process whose page asks for a user, by https.</summary>
internal sealed class FloodedBridge : IAsyncDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("flooded").FullName;
    private readonly CancellationTokenSource _stop = new();
    private readonly int _port = FreePort.Next();
    private Task<int> _running = Task.FromResult(0);

    /// <summary>Starts it.</summary>
    public static async Task<FloodedBridge> StartAsync(IReadOnlyList<UserEntry> users)
    {
        var bridge = new FloodedBridge();
        await bridge.RunAsync(users);
        return bridge;
    }

    /// <summary>An address that is not the loopback's; where the machine has none, one that at least is another.</summary>
    public static IPAddress Elsewhere { get; } =
        NetworkInterface
            .GetAllNetworkInterfaces()
            .SelectMany(static each => each.GetIPProperties().UnicastAddresses)
            .Select(static each => each.Address)
            .FirstOrDefault(
                static address => address.AddressFamily == AddressFamily.InterNetwork && !IPAddress.IsLoopback(address),
                IPAddress.Parse("127.0.0.2")
            );

    /// <summary>A browser that comes from an address.</summary>
    public HttpClient Browser(IPAddress from) =>
        new(
            new SocketsHttpHandler
            {
                SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = static (_, _, _, _) => true },
                ConnectCallback = async (_, token) =>
                {
                    var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                    socket.Bind(new IPEndPoint(from, 0));
                    await socket.ConnectAsync(from, _port, token);
                    return new NetworkStream(socket, ownsSocket: true);
                },
            }
        );

    /// <summary>Asks for a page as a user; null: turned away.</summary>
    public async Task<HttpStatusCode?> AskAsync(HttpClient browser, string user, string password, CancellationToken token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"https://127.0.0.1:{_port}/livez");
        request.Headers.TryAddWithoutValidation(
            "Authorization",
            "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"))
        );
        try
        {
            using var answer = await browser.SendAsync(request, token);
            return answer.StatusCode;
        }
        catch (Exception e) when (e is HttpRequestException or SocketException or IOException)
        {
            return null;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _running;
        _stop.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task RunAsync(IReadOnlyList<UserEntry> users)
    {
        UsersFile.Write(Path.Combine(_folder, "users.yaml"), new UsersDocument(users, null));
        var now = TimeProvider.System.GetUtcNow();
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var certificate = new CertificateRequest("CN=bridge", key, HashAlgorithmName.SHA256).CreateSelfSigned(
            now.AddDays(-1),
            now.AddDays(2)
        );
        await File.WriteAllTextAsync(
            Path.Combine(_folder, "web.pem"),
            $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n"
        );
        var map = Path.Combine(_folder, "bridge.yaml");
        await File.WriteAllTextAsync(
            map,
            $$"""
            server: { users: users.yaml, endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
            web: { listen: "https://0.0.0.0:{{_port}}", certificate: web.pem }
            plcs: [ { name: Line1, host: 127.0.0.1, profile: s7-1500, simulate: true, tags: [ { name: A, address: MW0, type: Int } ] } ]
            """
        );
        var (said, console) = (new StringWriter(), Console.Out);
        Console.SetOut(TextWriter.Null); // its log, of thousands of logins
        _running = S7OpcBridge.Commands.CommandLine.RunAsync(
            ["run", map],
            TextWriter.Synchronized(said),
            TextWriter.Synchronized(said),
            _stop.Token
        );
        using var browser = Browser(IPAddress.Loopback);
        while (await AskAsync(browser, "", "", CancellationToken.None) is null)
        {
            if (_running.IsCompleted)
                throw new InvalidOperationException(said.ToString());
            await Task.Delay(50);
        }

        Console.SetOut(console);
    }
}
