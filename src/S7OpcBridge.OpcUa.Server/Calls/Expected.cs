namespace S7OpcBridge.OpcUa.Server.Calls;

/// <summary>The type that an input argument must have.</summary>
internal readonly record struct Expected(BuiltInType Type, bool IsArray = false)
{
    public static implicit operator Expected(BuiltInType type) => new(type);

    /// <summary>Checks the arguments of a call. Returns a result with a status for each; null: all are right.</summary>
    public static CallMethodResult? Refuse(Variant[] arguments, ReadOnlySpan<Expected> inputs)
    {
        if (arguments.Length != inputs.Length)
            return new CallMethodResult
            {
                StatusCode = arguments.Length < inputs.Length ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments,
            };
        var verdicts = new StatusCode[arguments.Length];
        for (var i = 0; i < verdicts.Length; i++)
            verdicts[i] = inputs[i].Fits(arguments[i]) ? StatusCodes.Good : StatusCodes.BadTypeMismatch;
        return Array.TrueForAll(verdicts, static verdict => verdict.IsGood)
            ? null
            : new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = verdicts };
    }

    // Null has every type; the method decides what it means.
    private bool Fits(in Variant value) => value.IsNull || value.Type == Type && value.IsArray == IsArray;
}
