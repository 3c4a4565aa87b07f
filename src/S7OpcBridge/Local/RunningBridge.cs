using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;

namespace S7OpcBridge;

/// <summary>The other end of the local socket: a bridge that serves a map on this machine, as <c>doctor</c> and <c>watch</c> see it.</summary>
internal sealed class RunningBridge : IDisposable
{
    private readonly NetworkStream _stream;

    private RunningBridge(Socket socket) => _stream = new NetworkStream(socket, ownsSocket: true);

    /// <summary>Null: none runs, or not as this user.</summary>
    public static async Task<RunningBridge?> FindAsync(string map, CancellationToken cancellationToken)
    {
        foreach (var path in LocalSocket.ToAsk(map))
        {
            var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            try
            {
                await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellationToken);
                return new RunningBridge(socket);
            }
            catch (SocketException)
            {
                // Left behind by a bridge that was killed, or another user's.
                socket.Dispose();
            }
            catch (OperationCanceledException)
            {
                socket.Dispose();
                throw;
            }
        }
        return null;
    }

    /// <summary>The report; null: it ended before it had one.</summary>
    public async Task<DoctorReport?> ExamineAsync(string? plc, bool probe, CancellationToken cancellationToken)
    {
        await foreach (var line in AskAsync(new LocalQuestion(LocalQuestion.Doctor, plc, probe, []), cancellationToken))
            return DoctorJson.Read(line);
        return null;
    }

    /// <summary>How it is doing; null: it ended before it said so.</summary>
    public async Task<HealthAnswer?> HealthAsync(CancellationToken cancellationToken)
    {
        await foreach (var line in AskAsync(new LocalQuestion(LocalQuestion.Health, Plc: null, Probe: false, []), cancellationToken))
            return JsonSerializer.Deserialize<HealthAnswer>(line, LocalQuestion.Json);
        return null;
    }

    /// <summary>News until the bridge stops or the token says so.</summary>
    public async IAsyncEnumerable<WatchNews> WatchAsync(string? plc, IReadOnlyList<string> patterns, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var line in AskAsync(new LocalQuestion(LocalQuestion.Watch, plc, Probe: false, patterns), cancellationToken))
        {
            if (JsonSerializer.Deserialize<WatchNews>(line, LocalQuestion.Json) is { } news)
                yield return news;
        }
    }

    public void Dispose() => _stream.Dispose();

    private async IAsyncEnumerable<string> AskAsync(LocalQuestion question, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        if (!await TrySendAsync(question, cancellationToken))
            yield break;
        using var reader = new StreamReader(_stream, Encoding.UTF8, leaveOpen: true);
        while (await ReadLineAsync(reader, cancellationToken) is { } line)
            yield return line;
    }

    // A bridge that ends between the connection and the question has nothing to say.
    private async Task<bool> TrySendAsync(LocalQuestion question, CancellationToken cancellationToken)
    {
        try
        {
            await _stream.WriteAsync(Encoding.UTF8.GetBytes(JsonSerializer.Serialize(question, LocalQuestion.Json) + "\n"), cancellationToken);
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
