namespace S7OpcBridge.OpcUa.Server.Configuration;

/// <summary>An input argument as it must come.</summary>
internal readonly record struct Expected(BuiltInType Type, bool IsArray = false)
{
    public static implicit operator Expected(BuiltInType type) => new(type);

    /// <summary>A null is taken for every type: what it means is the method's business.</summary>
    public bool Fits(in Variant value) => value.IsNull || value.Type == Type && value.IsArray == IsArray;
}

/// <summary>What came into use.</summary>
[Flags]
internal enum ConfigurationChange
{
    None = 0,
    TrustList = 1,
    Certificate = 2,
}

/// <summary>What a method gives back.</summary>
/// <param name="Outputs">Output arguments.</param>
/// <param name="Note">For the audit, where it changed something or told a secret; null: not worth a line.</param>
/// <param name="Changed">What came into use by it.</param>
internal readonly record struct MethodResult(Variant[] Outputs, string? Note = null, ConfigurationChange Changed = ConfigurationChange.None);

/// <summary>A method of ServerConfiguration.</summary>
internal sealed record ConfigurationMethod(string Name, Expected[] Inputs, Func<NodeId, IReadOnlyList<Variant>, MethodResult> Run)
{
    /// <summary>A result that says which arguments are wrong; null: none.</summary>
    public CallMethodResult? Refuse(Variant[] arguments)
    {
        if (arguments.Length != Inputs.Length)
            return new CallMethodResult { StatusCode = arguments.Length < Inputs.Length ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments };
        var verdicts = arguments.Select((argument, i) => (StatusCode)(Inputs[i].Fits(argument) ? StatusCodes.Good : StatusCodes.BadTypeMismatch)).ToArray();
        return verdicts.All(verdict => verdict.IsGood) ? null : new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = verdicts };
    }
}
