using System.Runtime.InteropServices;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge;

/// <summary>
/// Loads the map again when one of its files has changed and then stood still for a moment, and on SIGHUP. Looks twice a second instead of asking the system for news:
/// that works on bind mounts, network drives and ConfigMaps, for editors that replace files, and costs a few microseconds.
/// </summary>
internal sealed partial class MapWatch(MapReload reload, SystemdNotify systemd, TimeProvider time, ILogger logger)
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(500);

    private readonly MapFiles _files = new();
    private TaskCompletionSource<string> _asked = NewBell(), _told = NewBell();

    /// <summary>Watches until it is told to stop.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var hangup = OnHangup();
        _files.Watch(reload.Files);
        var isUnsettled = false;
        try
        {
            while (true)
            {
                await Task.WhenAny(Volatile.Read(ref _asked).Task, Volatile.Read(ref _told).Task, Task.Delay(LookEvery, time, cancellationToken));
                cancellationToken.ThrowIfCancellationRequested();
                if (_told.Task.IsCompleted)
                    await FollowSymbolsAsync(cancellationToken);
                var asked = _asked.Task.IsCompleted ? await _asked.Task : null;
                if (asked is not null)
                    Volatile.Write(ref _asked, NewBell());
                var changed = _files.Look();
                // Two looks at the same: nobody is writing any more.
                var settled = isUnsettled && !changed;
                isUnsettled = changed;
                if (asked is null && !settled)
                    continue;
                await ReloadAsync(asked ?? "a file has changed", cancellationToken);
                isUnsettled = false;
                _files.Watch(reload.Files);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The bridge stops.
        }
    }

    /// <summary>Asks for the map to be read again, whether a file has changed or not. Any thread.</summary>
    /// <param name="why">What made somebody ask, for the log.</param>
    public void Ask(string why) => Volatile.Read(ref _asked).TrySetResult(why);

    /// <summary>A CPU told other symbols than before: the tags follow. Any thread.</summary>
    public void SymbolsTold(string plc) => Volatile.Read(ref _told).TrySetResult(plc);

    private static TaskCompletionSource<string> NewBell() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private async Task FollowSymbolsAsync(CancellationToken cancellationToken)
    {
        Volatile.Write(ref _told, NewBell());
        try
        {
            await Task.Run(() => reload.FollowSymbolsAsync(cancellationToken), cancellationToken);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            Broken(logger, e);
        }
    }

    private async Task ReloadAsync(string why, CancellationToken cancellationToken)
    {
        systemd.Reloading();
        try
        {
            // Compiling a large map takes seconds: not on a thread that anybody waits for.
            await Task.Run(() => reload.RunAsync(why, cancellationToken), cancellationToken);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            Broken(logger, e);
        }
        finally
        {
            // Refused or not: the bridge serves what it says that it serves.
            if (!cancellationToken.IsCancellationRequested)
                systemd.Ready();
        }
    }

    private PosixSignalRegistration? OnHangup()
    {
        if (OperatingSystem.IsWindows())
            return null;
        return PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
        {
            signal.Cancel = true;
            Ask("SIGHUP");
        });
    }

    [LoggerMessage(140, LogLevel.Critical, "Loading the map again failed from within; this is a bug of the bridge, please report it. It goes on as far as the change had come; a restart takes the whole map.")]
    private static partial void Broken(ILogger logger, Exception exception);
}
