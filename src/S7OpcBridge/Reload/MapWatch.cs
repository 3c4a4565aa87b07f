using System.Runtime.InteropServices;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Reload;

/// <summary>
/// Reloads the map on SIGHUP, and when one of its files has changed and stayed unchanged for a moment. Polls twice a second instead of using notifications:
/// this works on bind mounts, network drives and ConfigMaps and with editors that replace files, and costs a few microseconds.
/// </summary>
internal sealed partial class MapWatch(MapReload reload, SystemdNotify systemd, TimeProvider time, ILogger logger)
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(500);

    private readonly MapFilePolling _files = new();
    private TaskCompletionSource<string> _asked = NewSignal<string>();
    private TaskCompletionSource<bool> _symbolsChanged = NewSignal<bool>();

    /// <summary>Watches until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var hangup = OnHangup();
        _files.Watch(reload.Files);
        var isUnsettled = false;
        try
        {
            while (true)
            {
                await Task.WhenAny(
                    Volatile.Read(ref _asked).Task,
                    Volatile.Read(ref _symbolsChanged).Task,
                    Task.Delay(LookEvery, time, cancellationToken)
                );
                cancellationToken.ThrowIfCancellationRequested();
                if (_symbolsChanged.Task.IsCompleted)
                    await FollowSymbolsAsync(cancellationToken);
                var asked = _asked.Task.IsCompleted ? await _asked.Task : null;
                if (asked is not null)
                    Volatile.Write(ref _asked, NewSignal<string>());
                var changed = _files.Poll();
                // Two equal states in a row: writing has finished.
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

    /// <summary>Requests a reload, whether a file has changed or not. Any thread.</summary>
    /// <param name="why">The reason, for the log.</param>
    public void Ask(string why) => Volatile.Read(ref _asked).TrySetResult(why);

    /// <summary>Called when a CPU has reported other symbols than before. Any thread.</summary>
    public void SymbolsTold() => Volatile.Read(ref _symbolsChanged).TrySetResult(true);

    private static TaskCompletionSource<T> NewSignal<T>() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private async Task FollowSymbolsAsync(CancellationToken cancellationToken)
    {
        Volatile.Write(ref _symbolsChanged, NewSignal<bool>());
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
            // On the pool, because compiling a large map takes seconds.
            await Task.Run(() => reload.RunAsync(why, cancellationToken), cancellationToken);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            Broken(logger, e);
        }
        finally
        {
            // Whether refused or applied, the reload is complete.
            if (!cancellationToken.IsCancellationRequested)
                systemd.Ready();
        }
    }

    private PosixSignalRegistration? OnHangup()
    {
        if (OperatingSystem.IsWindows())
            return null;
        return PosixSignalRegistration.Create(
            PosixSignal.SIGHUP,
            signal =>
            {
                signal.Cancel = true;
                Ask("SIGHUP");
            }
        );
    }

    [LoggerMessage(
        140,
        LogLevel.Critical,
        "Reloading the map failed by an internal error; this is a bug of the bridge, please report it. The map may be "
            + "applied in part; a restart applies all of it."
    )]
    private static partial void Broken(ILogger logger, Exception exception);
}
