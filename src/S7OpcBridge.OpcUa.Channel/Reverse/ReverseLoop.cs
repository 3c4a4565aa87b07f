using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Channel.Reverse;

/// <summary>
/// Keeps one idle connection ready at a client that listens, as long as the server runs. While it is idle it belongs to this loop and is no connection of the
/// server yet: no time limit holds and it takes nobody's place. With the client's first byte it is handed over and becomes one like any other; as soon as a
/// channel is open on it, the next one is made.
/// </summary>
/// <param name="dial">Makes the connections.</param>
/// <param name="endpointUrl">The URL that the client is told.</param>
/// <param name="pause">How long to wait between dials.</param>
/// <param name="progress">Told of each step.</param>
/// <param name="admit">Takes over a socket, or refuses it with a <see cref="UaException"/> and leaves it.</param>
/// <param name="time">The clock.</param>
internal sealed class ReverseLoop(
    ReverseDial dial,
    string endpointUrl,
    RedialPause pause,
    ReverseProgress progress,
    Func<Socket, Action, Admitted> admit,
    TimeProvider time
)
{
    /// <summary>As it is now.</summary>
    public ReverseStatus Status => progress.Status;

    /// <summary>Runs until it is cancelled; never throws.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        while (!stopping.IsCancellationRequested)
        {
            var wait = await TryAsync(stopping).ConfigureAwait(false);
            if (wait > TimeSpan.Zero)
                await Task.Delay(wait, time, stopping).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <returns>How long to wait before the next dial.</returns>
    private async Task<TimeSpan> TryAsync(CancellationToken stopping)
    {
        long? made = null;
        try
        {
            progress.Dialling();
            var socket = await dial.ConnectAsync(stopping).ConfigureAwait(false);
            made = time.GetTimestamp();
            await UseAsync(socket, stopping).ConfigureAwait(false);
            return pause.AfterChannel(time.GetElapsedTime(made.Value));
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            return TimeSpan.Zero;
        }
        catch (Exception e)
        {
            // Whatever it is, this client must be dialled again.
            progress.Failed(e.Message.TrimEnd('.'), made is not null);
            return pause.AfterFailure(made is { } since ? time.GetElapsedTime(since) : TimeSpan.Zero);
        }
    }

    /// <summary>Waits until a channel is open on the connection.</summary>
    /// <exception cref="UaException">It ended without one.</exception>
    private async Task UseAsync(Socket socket, CancellationToken stopping)
    {
        var opened = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Admitted admitted;
        try
        {
            progress.Waiting();
            await ReverseAnswer.WaitAsync(socket, endpointUrl, time, stopping).ConfigureAwait(false);
            admitted = admit(socket, () => opened.TrySetResult());
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        await Task.WhenAny(opened.Task, admitted.Ended).WaitAsync(stopping).ConfigureAwait(false);
        if (!opened.Task.IsCompleted)
            throw new UaException(
                StatusCodes.BadConnectionClosed,
                admitted.Connection.EndReason is { } reason
                    ? $"the connection was closed: {reason.TrimEnd('.')}"
                    : "it began to connect and then closed the connection"
            );
        progress.Opened();
        _ = FollowAsync(admitted.Ended);
    }

    private async Task FollowAsync(Task ended)
    {
        await ended.ConfigureAwait(false);
        progress.Ended();
    }
}

/// <summary>A connection that the server has taken over.</summary>
/// <param name="Connection">The connection.</param>
/// <param name="Ended">Completes when it has ended.</param>
internal readonly record struct Admitted(UaConnection Connection, Task Ended);
