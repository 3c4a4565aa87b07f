using S7OpcBridge.OpcUa.Server.Conditions.State;

namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>Which optional components a condition has: those of its type, of the limits it has, and Confirm where it is wanted.</summary>
internal static class ConditionParts
{
    /// <summary>True if a condition has the component.</summary>
    /// <param name="model">The definitions.</param>
    /// <param name="name">Browse name of the component, directly below the condition.</param>
    public static bool Has(ConditionModel model, int condition, ReadOnlySpan<char> name)
    {
        var kind = model.KindOf(condition);
        return name switch
        {
            "ConfirmedState" or "Confirm" => model.RulesOf(condition).ConfirmRequired,
            "ShelvingState" or "MaxTimeShelved" => kind != ConditionKind.Alarm,
            "NormalState" => kind is ConditionKind.OffNormal or ConditionKind.SystemOffNormal or ConditionKind.CertificateExpiration,
            "ExpirationDate" or "CertificateType" or "Certificate" => kind == ConditionKind.CertificateExpiration,
            "LimitState" => kind == ConditionKind.ExclusiveLevel,
            "HighHighLimit" => model.LimitsOf(condition)?.HighHigh is not null,
            "HighLimit" => model.LimitsOf(condition)?.High is not null,
            "LowLimit" => model.LimitsOf(condition)?.Low is not null,
            "LowLowLimit" => model.LimitsOf(condition)?.LowLow is not null,
            "HighHighState" => kind == ConditionKind.NonExclusiveLevel && model.LimitsOf(condition)?.HighHigh is not null,
            "HighState" => kind == ConditionKind.NonExclusiveLevel && model.LimitsOf(condition)?.High is not null,
            "LowState" => kind == ConditionKind.NonExclusiveLevel && model.LimitsOf(condition)?.Low is not null,
            "LowLowState" => kind == ConditionKind.NonExclusiveLevel && model.LimitsOf(condition)?.LowLow is not null,
            _ => kind == ConditionKind.Alarm || !ControllerFields.Has(name),
        };
    }
}
