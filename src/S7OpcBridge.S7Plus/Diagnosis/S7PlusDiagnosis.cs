using S7OpcBridge.S7Plus.Diagnosis;

namespace S7OpcBridge.S7Plus;

/// <summary>A cause in words, and what to do about it.</summary>
/// <param name="Stage">Where the examination stopped.</param>
/// <param name="Sentence">What is wrong, for a person.</param>
/// <param name="Fix">What to do, down to the menu of TIA Portal.</param>
/// <param name="Cost">What the fix does to the plant; empty: nothing.</param>
public sealed record S7PlusDiagnosis(S7PlusExaminationStage Stage, S7PlusCause Cause, string Sentence, string Fix, string Cost = "")
{
    /// <summary>True: worth knowing, and no reason to stop.</summary>
    public bool IsWarning => Cause is S7PlusCause.SymbolReadOnly or S7PlusCause.TextLength;

    /// <summary>What a failure to connect means.</summary>
    /// <param name="failure">What <see cref="S7PlusConnection.ConnectAsync"/> has thrown.</param>
    /// <param name="hasPassword">True: there was a password to give.</param>
    public static S7PlusDiagnosis ForFailure(S7PlusException failure, bool hasPassword) =>
        PlusConnectDiagnosis.Diagnose(failure, hasPassword);

    /// <summary>What the end of an open connection means.</summary>
    /// <param name="failure">What ended it.</param>
    /// <param name="stage">The stage that was not passed.</param>
    public static S7PlusDiagnosis ForLoss(S7PlusException failure, S7PlusExaminationStage stage) =>
        failure is S7PlusRefusedException
            ? new(
                stage,
                stage == S7PlusExaminationStage.Browse ? S7PlusCause.BrowseRefused : S7PlusCause.ItemRefused,
                failure.Message,
                PlusRemedies.Access
            )
            : new(stage, S7PlusCause.LinkLost, failure.Message, PlusRemedies.Link);

    /// <summary>What it means that a symbol is not found.</summary>
    /// <param name="path">The symbol as the map has it.</param>
    /// <param name="lookup">The outcome of looking it up.</param>
    /// <param name="nearest">The nearest name that is there; null: none is near.</param>
    public static S7PlusDiagnosis ForLookup(string path, S7PlusLookup lookup, string? nearest) =>
        SymbolDiagnosis.Diagnose(path, lookup, nearest);

    /// <summary>What is wrong with a symbol that was found, before it is read; null: nothing.</summary>
    /// <param name="isWritten">True: clients may write it.</param>
    public static S7PlusDiagnosis? ForSymbol(S7PlusSymbol symbol, bool isWritten) => SymbolDiagnosis.Diagnose(symbol, isWritten);

    /// <summary>What it means that the type in the CPU is another.</summary>
    /// <param name="path">The symbol.</param>
    /// <param name="fault">Half a sentence that says both.</param>
    public static S7PlusDiagnosis ForType(string path, string fault) =>
        new(
            S7PlusExaminationStage.Symbols,
            S7PlusCause.TypeDiffers,
            $"{path}: {fault}.",
            "What a tag does not say, the CPU tells. If the map was right once, the block has been changed: look at it in TIA Portal."
        );

    /// <summary>What it means that what is below a symbol is too much.</summary>
    public static S7PlusDiagnosis ForTooLarge(S7PlusSymbolException failure) =>
        new(
            S7PlusExaminationStage.Symbols,
            S7PlusCause.SymbolTooLarge,
            failure.Message,
            "Name the parts of it that are needed ('symbol' in place of 'browse'). If TIA Portal shows nothing of the kind, compile and download "
                + "the block again, and ask whether this address is the CPU's."
        );

    /// <summary>What it means that a text at an absolute address has another maximum length in the CPU.</summary>
    /// <param name="sentence">A sentence that says both.</param>
    /// <param name="fix">What to do.</param>
    public static S7PlusDiagnosis ForText(string sentence, string fix) =>
        new(S7PlusExaminationStage.Symbols, S7PlusCause.TextLength, sentence, fix);

    /// <summary>What the status of an item means that was found and not read.</summary>
    public static S7PlusDiagnosis ForItem(string path, S7PlusItemStatus status) =>
        status == S7PlusItemStatus.AccessDenied
            ? SymbolDiagnosis.Hidden($"The CPU refuses {path}: {status.Describe()}.")
            : new(
                S7PlusExaminationStage.Symbols,
                S7PlusCause.ItemRefused,
                $"The CPU refuses {path} alone: {status.Describe()}.",
                status is S7PlusItemStatus.ObjectMissing or S7PlusItemStatus.AddressInvalid or S7PlusItemStatus.NotAllowed
                        ? "Check number and length of the block; a block with optimised access has no addresses: write its symbol "
                            + "('symbol') in place of the address."
                    : status.TellsOfDownload() ? "Somebody has just downloaded the program: run doctor " + "again."
                    : "Open the block in TIA Portal and look at the symbol; send us a wire log (--wire-log) where it looks like the others."
            );
}
