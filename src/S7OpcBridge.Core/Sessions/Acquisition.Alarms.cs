using System.Threading.Channels;

namespace S7OpcBridge.Core;

/// <summary>The alarms that CPUs raise themselves, where the map wants them (<see cref="PlcDefinition.Alarms"/>).</summary>
public sealed partial class Acquisition
{
    // A batch is what a CPU sent at once. Behind a slow reader the lane of a PLC waits, and its own bounded queue says what was lost.
    private const int WaitingAlarmBatches = 256;

    private readonly Channel<CpuAlarmBatch> _alarms = Channel.CreateBounded<CpuAlarmBatch>(
        new BoundedChannelOptions(WaitingAlarmBatches) { SingleReader = true }
    );

    /// <summary>Batches of alarms, those of a PLC in order, for a single reader.</summary>
    public ChannelReader<CpuAlarmBatch> AlarmBatches => _alarms.Reader;

    /// <summary>
    /// Acknowledges an alarm in its CPU, in a cluster by the node that owns the PLC. Accepted: the CPU has taken it, and a batch will say that it is
    /// acknowledged.
    /// </summary>
    /// <param name="plc">Index of the PLC.</param>
    /// <param name="alarm">The <see cref="CpuAlarm.Id"/>.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public ValueTask<CpuAckAnswer> AcknowledgeAsync(int plc, ulong alarm, CancellationToken cancellationToken) =>
        SessionOf(plc) is null && _ownership is { } ownership
            ? ownership.Remote.AcknowledgeAsync(plc, alarm, cancellationToken)
            : AcknowledgeOwnAsync(plc, alarm, cancellationToken);

    /// <summary>Acknowledges for another node of the cluster; never passed on.</summary>
    public async ValueTask<CpuAckAnswer> AcknowledgeOwnAsync(int plc, ulong alarm, CancellationToken cancellationToken)
    {
        if (SessionOf(plc) is not { } session)
            return new CpuAckAnswer(CpuAckResult.NoCommunication, "This node does not read the PLC.");
        return await session.AcknowledgeAsync(alarm, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Enters a batch of another node into <see cref="AlarmBatches"/>; waits while the reader is behind.</summary>
    public ValueTask FeedAlarmsAsync(CpuAlarmBatch batch, CancellationToken cancellationToken) =>
        _alarms.Writer.TryWrite(batch) ? ValueTask.CompletedTask : _alarms.Writer.WriteAsync(batch, cancellationToken);
}
