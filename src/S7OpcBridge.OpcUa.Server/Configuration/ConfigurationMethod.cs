namespace S7OpcBridge.OpcUa.Server.Configuration;

/// <summary>The type that an input argument must have.</summary>
internal readonly record struct Expected(BuiltInType Type, bool IsArray = false)
{
    public static implicit operator Expected(BuiltInType type) => new(type);

    /// <summary>True if a value has the type. Null has every type; the method decides what it means.</summary>
    public bool Fits(in Variant value) => value.IsNull || value.Type == Type && value.IsArray == IsArray;
}

/// <summary>What a method changed.</summary>
[Flags]
internal enum ConfigurationChange
{
    None = 0,
    TrustList = 1,
    Certificate = 2,
}

/// <summary>The result of a method.</summary>
/// <param name="Outputs">Output arguments.</param>
/// <param name="Note">For the audit, if the method changed something or returned a secret; null: no audit entry.</param>
/// <param name="Changed">What the method put into use.</param>
internal readonly record struct MethodResult(Variant[] Outputs, string? Note = null, ConfigurationChange Changed = ConfigurationChange.None);

/// <summary>A method of ServerConfiguration.</summary>
internal sealed record ConfigurationMethod(string Name, Expected[] Inputs, Func<NodeId, IReadOnlyList<Variant>, MethodResult> Run)
{
    /// <summary>Checks the arguments. Returns a result with a status for each; null: all are right.</summary>
    public CallMethodResult? Refuse(Variant[] arguments)
    {
        if (arguments.Length != Inputs.Length)
            return new CallMethodResult { StatusCode = arguments.Length < Inputs.Length ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments };
        var verdicts = arguments.Select((argument, i) => (StatusCode)(Inputs[i].Fits(argument) ? StatusCodes.Good : StatusCodes.BadTypeMismatch)).ToArray();
        return verdicts.All(verdict => verdict.IsGood)
            ? null
            : new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = verdicts };
    }
}
