using Microsoft.Extensions.Logging;
using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>Logs what happens around alarms.</summary>
/// <param name="logger">Where to.</param>
/// <param name="nameOf">Name of a tag, with its PLC.</param>
internal sealed partial class AlarmLog(ILogger logger, Func<int, string> nameOf)
{
    /// <summary>Logs that the PLC did not take an acknowledgement.</summary>
    public void NotAcknowledged(int tag, TagWriteResult result) => Refused(logger, nameOf(tag), result);

    /// <summary>Logs that a CPU did not take an acknowledgement.</summary>
    public void NotAcknowledged(string alarm, CpuAckAnswer answer) => RefusedByCpu(logger, alarm, answer.Sentence);

    /// <summary>Logs that a CPU has more alarms than are kept.</summary>
    public void TooManyAlarms(string plc, int most) => TooMany(logger, plc, most);

    [LoggerMessage(
        360,
        LogLevel.Warning,
        "The bit '{Tag}', by which an alarm is acknowledged in the PLC, could not be written ({Result}): the alarm stays "
            + "unacknowledged."
    )]
    private static partial void Refused(ILogger logger, string tag, TagWriteResult result);

    [LoggerMessage(361, LogLevel.Warning, "Alarm '{Alarm}' stays unacknowledged: {Reason}")]
    private static partial void RefusedByCpu(ILogger logger, string alarm, string reason);

    [LoggerMessage(
        362,
        LogLevel.Warning,
        "{Plc}: the CPU has named {Most} alarms since the bridge was started; further ones are not shown. Restart the bridge to forget those that are gone."
    )]
    private static partial void TooMany(ILogger logger, string plc, int most);
}
