using S7OpcBridge.OpcUa.Server.Conditions.Definitions;

namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>Whether a condition is in a state in which a method may be called (the result codes of OPC 10000-9, 5.5 to 5.8).</summary>
internal static class ConditionChecks
{
    /// <summary>Checks a call.</summary>
    /// <param name="row">The state.</param>
    /// <param name="rules">The rules of the condition.</param>
    /// <param name="number">The number of the event whose EventId the call gives; 0: the condition has no such event.</param>
    public static StatusCode Check(in ConditionRow row, ConditionRules rules, ConditionCall call, long number)
    {
        if (call.Action is ConditionAction.Enable or ConditionAction.Disable)
            return row.IsEnabled != (call.Action == ConditionAction.Enable) ? StatusCodes.Good
                : row.IsEnabled ? StatusCodes.BadConditionAlreadyEnabled
                : StatusCodes.BadConditionAlreadyDisabled;
        if (!row.IsEnabled)
            return StatusCodes.BadConditionDisabled;
        return call.Action switch
        {
            ConditionAction.TimedShelve => CheckTimedShelve(row, rules, call.ShelvingTime),
            ConditionAction.OneShotShelve => row.Shelving == ShelvingMode.OneShot
                ? StatusCodes.BadConditionAlreadyShelved
                : StatusCodes.Good,
            ConditionAction.Unshelve => row.Shelving == ShelvingMode.Unshelved ? StatusCodes.BadConditionNotShelved : StatusCodes.Good,
            _ => CheckComment(row, rules, call, number),
        };
    }

    private static StatusCode CheckTimedShelve(in ConditionRow row, ConditionRules rules, double milliseconds)
    {
        if (row.Shelving == ShelvingMode.Timed)
            return StatusCodes.BadConditionAlreadyShelved;
        var most = rules.MaxTimeShelved > TimeSpan.Zero ? rules.MaxTimeShelved.TotalMilliseconds : double.MaxValue;
        return milliseconds > 0 && milliseconds <= most ? StatusCodes.Good : StatusCodes.BadShelvingTimeOutOfRange;
    }

    private static StatusCode CheckComment(in ConditionRow row, ConditionRules rules, ConditionCall call, long number)
    {
        if (call.Action == ConditionAction.Confirm && !rules.ConfirmRequired)
            return StatusCodes.BadMethodInvalid;
        if (!ConditionTextLimits.Fits(call.Comment))
            return StatusCodes.BadInvalidArgument;
        if (number == 0 || number > row.EventNumber)
            return StatusCodes.BadEventIdUnknown;
        if (call.Action == ConditionAction.Acknowledge && row.IsAcked)
            return StatusCodes.BadConditionBranchAlreadyAcked;
        if (call.Action == ConditionAction.Confirm && row.IsConfirmed)
            return StatusCodes.BadConditionBranchAlreadyConfirmed;
        // An event of an earlier activation: its state is gone, and there are no branches.
        return number < row.FirstEventNumber ? StatusCodes.BadEventIdUnknown : StatusCodes.Good;
    }
}
