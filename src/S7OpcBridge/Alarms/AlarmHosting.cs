using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.Alarms;

/// <summary>The alarms of a running bridge with the file of their states. A map without alarms may get some by a reload.</summary>
internal sealed class AlarmHosting : IAsyncDisposable
{
    private readonly AlarmStates _states;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _storing;

    private AlarmHosting(BridgeAlarms alarms, AlarmStates states)
    {
        (Alarms, _states) = (alarms, states);
        _storing = Task.Run(() => states.RunAsync(_stopping.Token));
    }

    public BridgeAlarms Alarms { get; }

    /// <summary>Makes the alarms of a map, which the server then serves.</summary>
    public static AlarmHosting Start(BridgeMap map, Acquisition acquisition, TimeProvider time, ILoggerFactory loggers)
    {
        var alarms = new BridgeAlarms(acquisition, map.Server.ApplicationUri, map.Alarms is { System: true }, time, loggers);
        var file = new AlarmStateFile(map.AlarmStateFile);
        return new AlarmHosting(alarms, new AlarmStates(alarms, file, time, loggers.CreateLogger("S7OpcBridge.Alarms")));
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _storing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _states.Save();
        Alarms.Dispose();
        _stopping.Dispose();
    }
}
