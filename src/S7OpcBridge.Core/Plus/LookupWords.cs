using S7OpcBridge.S7Plus;
using S7OpcBridge.Words;

namespace S7OpcBridge.Core.Plus;

/// <summary>Describes why a CPU has no such symbol, with the nearest that it has.</summary>
internal static class LookupWords
{
    /// <summary>Cause and fix, to stand behind the name of a tag.</summary>
    public static string Describe(S7PlusLookup lookup) =>
        lookup.Problem switch
        {
            S7PlusLookupProblem.BadPath => $"the symbol can't be read: {lookup.Detail}; correct it",
            S7PlusLookupProblem.NoBlock => $"the CPU has no block and no PLC tag {lookup.At}; {Nearest(lookup)}",
            S7PlusLookupProblem.NotLoaded =>
                $"the block {lookup.At} is in load memory only and has no values; clear 'Only store in load memory' in its "
                    + "properties, and download it",
            S7PlusLookupProblem.NoMember => $"the CPU has no {lookup.At} there; {Nearest(lookup)}",
            S7PlusLookupProblem.NotAnArray => $"{lookup.At} has an index and is no array; remove the index",
            S7PlusLookupProblem.OutOfBounds => $"{lookup.At} is outside {lookup.Detail}; correct the index",
            S7PlusLookupProblem.IndexMissing => $"{lookup.At} is {lookup.Detail}, and a member belongs to one element; add the index",
            _ => "the CPU does not have it; correct the symbol",
        };

    private static string Nearest(S7PlusLookup lookup)
    {
        var name = lookup.At.Split('[')[0].Trim('"');
        return NearestWord.Find(name, lookup.Names) is { } near ? $"did you mean '{near}'?"
            : lookup.Names.Count is > 0 and <= 12 ? $"it has {string.Join(", ", lookup.Names)}"
            : "correct the symbol, or download the program that has it";
    }
}
