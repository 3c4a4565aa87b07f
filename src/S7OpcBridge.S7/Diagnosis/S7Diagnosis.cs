using S7OpcBridge.S7.Diagnosis;

namespace S7OpcBridge.S7;

/// <summary>A cause in words, with its remedy.</summary>
/// <param name="Stage">The stage where it was found.</param>
/// <param name="Sentence">What is wrong, as a sentence for users.</param>
/// <param name="Remedy">What to do, and its consequences.</param>
public sealed record S7Diagnosis(S7Stage Stage, S7Cause Cause, string Sentence, S7Remedy Remedy)
{
    /// <summary>True: a hint that does not stop the examination.</summary>
    public bool IsWarning => Cause is S7Cause.OtherFamily or S7Cause.CpuStopped or S7Cause.TextLength;

    /// <summary>A type or an area that does not exist on the family.</summary>
    /// <param name="subject">What is missing, for example <c>the type LReal</c>.</param>
    public static S7Diagnosis ForFamily(string subject, S7Profile family) =>
        new(
            S7Stage.Tags,
            S7Cause.TypeNotOnFamily,
            $"Not available on {Families.NameOf(family)}: {subject}.",
            new S7Remedy(
                "Check address and type against the PLC program; where the program keeps the "
                    + "value in another form, copy it into a data block in a type that this CPU has."
            )
        );

    /// <summary>Bytes that are not valid for their type.</summary>
    /// <param name="bytes">What the PLC sent.</param>
    public static S7Diagnosis ForBytes(S7DataType type, ReadOnlySpan<byte> bytes) =>
        new(
            S7Stage.Tags,
            S7Cause.NoValue,
            $"The bytes {Convert.ToHexString(bytes[..Math.Min(bytes.Length, 16)])} are not a valid {type}: the offset or the type is wrong, or the program has "
                + "not written the value yet.",
            new S7Remedy(
                "Compare offset and type with the declaration of the block (the Offset column in TIA Portal, the Address column in STEP 7)."
            )
        );

    /// <summary>A text whose maximum length in the PLC is another than in the map; null: it is the same, or the type has none.</summary>
    /// <param name="type">The type of the map.</param>
    /// <param name="bytes">What the PLC sent, or the beginning of it.</param>
    public static S7Diagnosis? ForText(S7DataType type, ReadOnlySpan<byte> bytes) =>
        S7TextHeader.OtherMaximum(type, bytes) is >= 0 and var maximum
            ? new(
                S7Stage.Tags,
                S7Cause.TextLength,
                InWhole(S7TextHeader.Difference(type, maximum)!),
                new S7Remedy(InWhole(S7TextHeader.Remedy(type, maximum)))
            )
            : null;

    private static string InWhole(string words) => $"{char.ToUpperInvariant(words[0])}{words[1..]}.";

    /// <summary>Explains the answer to an item whose block exists and is long enough.</summary>
    public static S7Diagnosis ForItem(in S7ItemAnswer answer, S7Profile family) => ItemDiagnosis.Diagnose(answer, family);

    /// <summary>Explains a CPU that refuses every read with this code.</summary>
    public static S7Diagnosis ForRefusal(ushort code, S7Profile family) =>
        code == 0x8104 && Families.MayOptimise(family)
            ? new S7Diagnosis(
                S7Stage.Identity,
                S7Cause.PutGetOff,
                "PUT/GET is off: the CPU refuses every read (8104).",
                Remedies.PutGet(family)
            )
            : new S7Diagnosis(
                S7Stage.Identity,
                S7Cause.AccessLevel,
                "The access level of the CPU forbids reading: it refuses every read "
                    + $"({(code < 0x100 ? $"{code:X2}" : $"{code:X4}")}).",
                Remedies.Level(family)
            );

    /// <summary>Explains the loss of an open connection.</summary>
    public static S7Diagnosis ForLoss(S7Exception failure, S7Stage stage) => ConnectDiagnosis.Lost(failure, stage);

    /// <summary>Explains a failed attempt to connect.</summary>
    public static S7Diagnosis ForFailure(S7Exception failure, S7ConnectionOptions options, S7Profile profile) =>
        ConnectDiagnosis.Diagnose(failure, options, profile);
}

/// <summary>What to do, and its consequences.</summary>
/// <param name="Fix">The steps, with the menu path in the engineering software.</param>
/// <param name="Cost">Consequence for the plant; empty: none.</param>
public sealed record S7Remedy(string Fix, string Cost = "");
