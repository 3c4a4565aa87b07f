using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>The item specifications in the parameters of a job: <c>function1 count1</c> and twelve bytes each.</summary>
internal static class ItemSpecs
{
    private static ReadOnlySpan<byte> AnyPointer => [0x12, 0x0A, 0x10];

    /// <summary>Number of items that a job states.</summary>
    public static int CountOf(ReadOnlySpan<byte> parameters) => parameters.Length > 1 ? parameters[1] : 0;

    /// <summary>True when the parameters contain exactly the stated items, at least one, and all of them are any pointers.</summary>
    public static bool AreWhole(ReadOnlySpan<byte> parameters)
    {
        var items = CountOf(parameters);
        if (items == 0 || parameters.Length != ReadVar.ParameterHead + items * ItemSpec.Length)
            return false;
        for (var at = ReadVar.ParameterHead; at < parameters.Length; at += ItemSpec.Length)
        {
            if (!parameters[at..].StartsWith(AnyPointer))
                return false;
        }

        return true;
    }
}
