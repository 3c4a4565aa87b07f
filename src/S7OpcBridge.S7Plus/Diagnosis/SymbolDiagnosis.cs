namespace S7OpcBridge.S7Plus.Diagnosis;

/// <summary>What is wrong with one symbol.</summary>
internal static class SymbolDiagnosis
{
    public static S7PlusDiagnosis Diagnose(string path, S7PlusLookup lookup, string? nearest)
    {
        var hint = nearest is null ? "" : $" Did you mean '{nearest}'?";
        return lookup.Problem switch
        {
            S7PlusLookupProblem.NoBlock => Wrong(
                S7PlusCause.BlockMissing,
                $"The CPU has no block and no PLC tag {lookup.At}.{hint}",
                $"{PlusRemedies.Spelling} A block that is new has to be downloaded first."
            ),
            S7PlusLookupProblem.NotLoaded => new(
                S7PlusExaminationStage.Symbols,
                S7PlusCause.BlockNotLoaded,
                $"The block {lookup.At} is in load memory only, " + "so it has no values.",
                PlusRemedies.LoadMemory,
                PlusRemedies.BlockDownload
            ),
            S7PlusLookupProblem.NoMember => Wrong(
                S7PlusCause.SymbolMissing,
                $"There is no '{lookup.At}' in {path}.{hint}",
                PlusRemedies.Spelling
            ),
            S7PlusLookupProblem.NotAnArray => Wrong(
                S7PlusCause.NotAnArray,
                $"'{lookup.At}' in {path} has an index, and it is no array.",
                "Remove the index."
            ),
            S7PlusLookupProblem.OutOfBounds => Wrong(
                S7PlusCause.IndexOutOfBounds,
                $"The index of '{lookup.At}' in {path} does not fit: it is " + $"{lookup.Detail}.",
                "Correct the index."
            ),
            S7PlusLookupProblem.IndexMissing => Wrong(
                S7PlusCause.IndexMissing,
                $"'{lookup.At}' in {path} is {lookup.Detail}, and no index says which " + "element.",
                $"Write an index behind '{lookup.At}'."
            ),
            _ => Wrong(
                S7PlusCause.BadPath,
                $"'{path}' is no symbol: {lookup.Detail.TrimEnd('.')}.",
                "Write block, structures and variable with dots between " + "them: \"DB_Pack\".State.Running, \"DB_Pack\".Axis[2].Position."
            ),
        };
    }

    public static S7PlusDiagnosis? Diagnose(S7PlusSymbol symbol, bool isWritten)
    {
        if (!symbol.IsAccessible)
            return Hidden($"{symbol.Path} is not accessible from HMI.");
        if (symbol.Item is null && !symbol.HasMembers && !symbol.IsArray)
            return Wrong(
                S7PlusCause.NoValue,
                $"{symbol.Path} is a {symbol.Type}, which has no value of its " + "own.",
                "Name a variable that it points to, or remove the tag."
            );
        if (isWritten && symbol.Place.Address.IsSetByCpu)
            return Wrong(
                S7PlusCause.SymbolReadOnly,
                $"{symbol.Path} may be written by the map, and is an input, a timer or a counter, which nobody writes.",
                "Set 'access: read' for the tag."
            );
        return symbol.IsReadOnly && isWritten
            ? new(
                S7PlusExaminationStage.Symbols,
                S7PlusCause.SymbolReadOnly,
                $"{symbol.Path} may be written by the map, and is not writable from HMI in the " + "CPU.",
                PlusRemedies.Writable,
                PlusRemedies.BlockDownload
            )
            : null;
    }

    public static S7PlusDiagnosis Hidden(string sentence) =>
        new(S7PlusExaminationStage.Symbols, S7PlusCause.SymbolHidden, sentence, PlusRemedies.Visible, PlusRemedies.BlockDownload);

    private static S7PlusDiagnosis Wrong(S7PlusCause cause, string sentence, string fix) =>
        new(S7PlusExaminationStage.Symbols, cause, sentence, fix);
}
