using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using S7OpcBridge.Alarms;
using S7OpcBridge.Doctor;
using S7OpcBridge.Support;
using S7OpcBridge.Watch;

namespace S7OpcBridge.Local;

/// <summary>The client side of the local socket: a bridge that runs on this machine, as <c>doctor</c> and <c>watch</c> use it.</summary>
internal sealed class RunningBridge : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(4);

    private readonly NetworkStream _stream;

    private RunningBridge(Socket socket) => _stream = new NetworkStream(socket, ownsSocket: true);

    /// <summary>Connects to the bridge of a map; null: none runs, or only as another user.</summary>
    /// <param name="report">Receives a sentence about a listener that is not trusted.</param>
    public static async Task<RunningBridge?> FindAsync(string map, Action<string> report, CancellationToken cancellationToken)
    {
        foreach (var path in LocalSocket.ToAsk(map, report))
        {
            if (await TryConnectAsync(path, report, cancellationToken) is { } bridge)
                return bridge;
        }
        return null;
    }

    /// <summary>The maps of all bridges that run on this machine and can be asked.</summary>
    /// <param name="report">Receives a sentence about a listener that is not trusted.</param>
    public static async Task<IReadOnlyList<string>> MapsAsync(Action<string> report, CancellationToken cancellationToken)
    {
        var maps = new List<string>();
        foreach (var path in LocalSocket.All(report))
        {
            using var bridge = await TryConnectAsync(path, report, cancellationToken);
            if (bridge is null)
                continue;
            using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            patience.CancelAfter(Patience);
            if (await bridge.AskOnceAsync(RequestFor(LocalRequest.Map), LocalJson.Shapes.MapAnswer, patience.Token) is { } answer)
                maps.Add(answer.Map);
        }
        return maps;
    }

    /// <summary>Gets the report of <c>doctor</c>; null: the bridge stopped before it was complete.</summary>
    public Task<DoctorReport?> ExamineAsync(string? plc, bool probe, CancellationToken cancellationToken) =>
        AskOnceAsync(new LocalRequest(LocalRequest.Doctor, plc, probe, []), LocalJson.Shapes.DoctorReport, cancellationToken);

    /// <summary>Gets the health; null: the bridge stopped before it answered.</summary>
    public Task<HealthAnswer?> HealthAsync(CancellationToken cancellationToken) =>
        AskOnceAsync(RequestFor(LocalRequest.Health), LocalJson.Shapes.HealthAnswer, cancellationToken);

    /// <summary>Gets the cluster; null: the bridge stopped before it answered, or is an older one.</summary>
    public Task<ClusterAnswer?> ClusterAsync(CancellationToken cancellationToken) =>
        AskOnceAsync(RequestFor(LocalRequest.Cluster), LocalJson.Shapes.ClusterAnswer, cancellationToken);

    /// <summary>Gets what it contributes to a report; null: the bridge stopped before it answered, or is an older one.</summary>
    public Task<SupportAnswer?> SupportAsync(CancellationToken cancellationToken) =>
        AskOnceAsync(RequestFor(LocalRequest.Support), LocalJson.Shapes.SupportAnswer, cancellationToken);

    /// <summary>Gets updates until the bridge stops or the token is cancelled.</summary>
    public async IAsyncEnumerable<WatchUpdate> WatchAsync(
        string? plc,
        IReadOnlyList<string> patterns,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        await foreach (var line in AskAsync(new LocalRequest(LocalRequest.Watch, plc, Probe: false, patterns), cancellationToken))
        {
            yield return Read(line, LocalJson.Shapes.WatchUpdate);
        }
    }

    /// <summary>Gets alarms, those of now and every change, until the bridge stops or the token is cancelled.</summary>
    public async IAsyncEnumerable<AlarmUpdate> AlarmsAsync(
        string? plc,
        string? locale,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        await foreach (
            var line in AskAsync(new LocalRequest(LocalRequest.Alarms, plc, Probe: false, []) { Locale = locale }, cancellationToken)
        )
            yield return Read(line, LocalJson.Shapes.AlarmUpdate);
    }

    public void Dispose() => _stream.Dispose();

    private static async Task<RunningBridge?> TryConnectAsync(string path, Action<string> report, CancellationToken cancellationToken)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellationToken);
            if (SocketFolder.IsOwnersEnd(socket, path))
                return new RunningBridge(socket);
            report($"The process that listens at {path} is not asked: it runs as another user than the owner of the folder.");
            socket.Dispose();
        }
        catch (SocketException)
        {
            // The socket belongs to another user or was left behind by a killed bridge.
            socket.Dispose();
        }
        catch (OperationCanceledException)
        {
            socket.Dispose();
            throw;
        }
        return null;
    }

    private static LocalRequest RequestFor(string ask) => new(ask, Plc: null, Probe: false, []);

    private async Task<T?> AskOnceAsync<T>(LocalRequest question, JsonTypeInfo<T> shape, CancellationToken cancellationToken)
        where T : class
    {
        await foreach (var line in AskAsync(question, cancellationToken))
            return Read(line, shape);
        return null;
    }

    private static T Read<T>(string line, JsonTypeInfo<T> shape)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(line, shape) ?? throw new JsonException("null");
        }
        catch (JsonException e)
        {
            throw new LocalProtocolException(e);
        }
    }

    private async IAsyncEnumerable<string> AskAsync(LocalRequest question, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        if (!await TrySendAsync(question, cancellationToken))
            yield break;
        using var reader = new StreamReader(_stream, Encoding.UTF8, leaveOpen: true);
        while (await ReadLineAsync(reader, cancellationToken) is { } line)
            yield return line;
    }

    // A bridge that stops between the connection and the request cannot answer.
    private async Task<bool> TrySendAsync(LocalRequest question, CancellationToken cancellationToken)
    {
        try
        {
            await _stream.WriteAsync(
                Encoding.UTF8.GetBytes(JsonSerializer.Serialize(question, LocalJson.Shapes.LocalRequest) + "\n"),
                cancellationToken
            );
            return true;
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            return false;
        }
    }

    private static async Task<string?> ReadLineAsync(StreamReader reader, CancellationToken cancellationToken)
    {
        try
        {
            return await reader.ReadLineAsync(cancellationToken);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            return null;
        }
    }
}
