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

    [LoggerMessage(
        360,
        LogLevel.Warning,
        "The bit '{Tag}', by which an alarm is acknowledged in the PLC, could not be written ({Result}): the alarm stays "
            + "unacknowledged."
    )]
    private static partial void Refused(ILogger logger, string tag, TagWriteResult result);
}
