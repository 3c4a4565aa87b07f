using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Local;

namespace S7OpcBridge.Hosting;

/// <summary>
/// The bridge's side of the local socket. The bridge also runs without it; <c>doctor</c> and <c>watch</c> then connect to the PLCs themselves and print that.
/// </summary>
internal sealed class LocalServer : IAsyncDisposable
{
    /// <summary>
    /// Limit of concurrent callers, and of those with long answers: eight watching users must not block the health checks of a container engine.
    /// </summary>
    private const int MostCallers = 16,
        MostLongAnswers = 8;

    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromMilliseconds(100);

    private readonly Socket _listener;
    private readonly string _path;
    private readonly LocalRequestHandler _answers;
    private readonly ILogger _logger;
    private readonly CancellationTokenSource _stopping = new();
    private readonly SemaphoreSlim _places = new(MostCallers),
        _longPlaces = new(MostLongAnswers);
    private readonly Task _serving;

    private LocalServer(Socket listener, string path, LocalRequestHandler answers, ILogger logger)
    {
        (_listener, _path, _answers, _logger) = (listener, path, answers, logger);
        _serving = Task.Run(ServeAsync);
    }

    /// <summary>Null: no folder is usable, or another bridge serves the same map; the reason has been logged.</summary>
    public static LocalServer? TryStart(string map, LocalRequestHandler answers, ILogger logger)
    {
        var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            var path = LocalSocket.ToServe(map);
            if (File.Exists(path) && !IsAnswered(path))
                File.Delete(path);
            listener.Bind(new UnixDomainSocketEndPoint(path));
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            listener.Listen(MostCallers);
            return new LocalServer(listener, path, answers, logger);
        }
        catch (Exception e) when (e is SocketException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            listener.Dispose();
            BridgeLog.NoLocalSocket(logger, e.Message);
            return null;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        _listener.Dispose();
        await _serving;
        // Running answers end by the token; each releases its place.
        for (var i = 0; i < MostCallers; i++)
            await _places.WaitAsync(CancellationToken.None);
        File.Delete(_path);
        _stopping.Dispose();
        _places.Dispose();
        _longPlaces.Dispose();
    }

    // The socket file of a killed bridge stays behind.
    private static bool IsAnswered(string path)
    {
        using var caller = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            caller.Connect(new UnixDomainSocketEndPoint(path));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private async Task ServeAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                await _places.WaitAsync(_stopping.Token);
                _ = AnswerAsync(await AcceptAsync());
            }
            catch (SocketException)
            {
                // The caller left before it was accepted, or no file handle is free. Both are temporary, so wait a moment.
                await Task.Delay(PauseAfterFailure, TimeProvider.System, _stopping.Token)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
            {
                // Stopping.
            }
        }
    }

    private async Task<Socket> AcceptAsync()
    {
        try
        {
            return await _listener.AcceptAsync(_stopping.Token);
        }
        catch
        {
            _places.Release();
            throw;
        }
    }

    private async Task AnswerAsync(Socket caller)
    {
        try
        {
            await using var stream = new NetworkStream(caller, ownsSocket: true);
            using var reader = new StreamReader(stream, Encoding.UTF8);
            if (
                await reader.ReadLineAsync(_stopping.Token) is not { } line
                || JsonSerializer.Deserialize(line, LocalJson.Shapes.LocalRequest) is not { } question
            )
                return;
            await using var writer = new StreamWriter(stream, leaveOpen: true) { NewLine = "\n" };
            if (question.IsBrief)
                await AnswerAsync(question, writer);
            else
                await AnswerAtLengthAsync(question, writer);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException or JsonException or ObjectDisposedException)
        {
            // The caller has gone, or its request is unknown to this version; the stream ends.
        }
        catch (Exception e)
        {
            BridgeLog.NoLocalAnswer(_logger, e);
        }
        finally
        {
            _places.Release();
        }
    }

    private async Task AnswerAtLengthAsync(LocalRequest question, StreamWriter writer)
    {
        await _longPlaces.WaitAsync(_stopping.Token);
        try
        {
            await AnswerAsync(question, writer);
        }
        finally
        {
            _longPlaces.Release();
        }
    }

    private async Task AnswerAsync(LocalRequest question, StreamWriter writer)
    {
        await foreach (var answer in _answers.To(question, _stopping.Token))
        {
            await writer.WriteLineAsync(answer.AsMemory(), _stopping.Token);
            await writer.FlushAsync(_stopping.Token);
        }
    }
}
