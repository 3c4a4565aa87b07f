using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Alarms;

/// <summary>What came of something done with an alarm, in words.</summary>
internal static class AlarmSentences
{
    /// <summary>What came of it.</summary>
    public static string Describe(AlarmAct act, string alarm, StatusCode status) =>
        status.Value switch
        {
            StatusCodes.Good => act switch
            {
                AlarmAct.Acknowledge => $"Acknowledged: {alarm}.",
                AlarmAct.Confirm => $"Confirmed: {alarm}.",
                AlarmAct.Comment => $"Commented: {alarm}.",
                AlarmAct.Shelve => $"Shelved: {alarm}.",
                _ => $"No longer shelved: {alarm}.",
            },
            StatusCodes.BadUserAccessDenied when act is AlarmAct.Shelve or AlarmAct.Unshelve =>
                $"This user may not shelve {alarm}: that needs the permission 'call', which Supervisor and Engineer have.",
            StatusCodes.BadUserAccessDenied =>
                $"This user may not do that with {alarm}: it needs the permission 'write' or 'call', which Operator, Engineer and Supervisor have.",
            StatusCodes.BadNodeIdUnknown => $"There is no alarm {alarm}, or no longer.",
            StatusCodes.BadMethodInvalid when act == AlarmAct.Confirm => $"{alarm} needs no confirmation: its class says so.",
            StatusCodes.BadMethodInvalid => $"That cannot be done with {alarm}.",
            StatusCodes.BadConditionDisabled => $"{alarm} is disabled.",
            StatusCodes.BadEventIdUnknown => $"{alarm} has changed since you looked: look again, then decide.",
            StatusCodes.BadConditionBranchAlreadyAcked => $"{alarm} is acknowledged already.",
            StatusCodes.BadConditionBranchAlreadyConfirmed => $"{alarm} is confirmed already.",
            StatusCodes.BadConditionAlreadyShelved => $"{alarm} is shelved already.",
            StatusCodes.BadConditionNotShelved => $"{alarm} is not shelved.",
            StatusCodes.BadShelvingTimeOutOfRange => $"{alarm} cannot be shelved for so long.",
            StatusCodes.BadInvalidArgument => "The comment is too long.",
            StatusCodes.BadNoCommunication or StatusCodes.BadTimeout =>
                $"{alarm} was not acknowledged: its PLC has to take the acknowledgement, and does not answer.",
            StatusCodes.BadNotSupported => "This bridge has no alarms.",
            _ => $"Not done with {alarm}: {StatusCodes.NameOf(status)}.",
        };
}
