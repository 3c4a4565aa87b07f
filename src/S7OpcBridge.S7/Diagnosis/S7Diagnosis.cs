using S7OpcBridge.S7.Diagnosis;

namespace S7OpcBridge.S7;

/// <summary>A cause in words, and what to do about it.</summary>
/// <param name="Stage">Where the examination stopped.</param>
/// <param name="Cause">The cause.</param>
/// <param name="Sentence">What is wrong, for a person.</param>
/// <param name="Remedy">What to do, and what that costs.</param>
public sealed record S7Diagnosis(S7Stage Stage, S7Cause Cause, string Sentence, S7Remedy Remedy)
{
    /// <summary>True: worth knowing, and no reason to stop.</summary>
    public bool IsWarning => Cause is S7Cause.OtherFamily or S7Cause.CpuStopped;

    /// <summary>A type or an area that the family does not have.</summary>
    /// <param name="subject">What, for example <c>the type LReal</c>.</param>
    /// <param name="family">The family.</param>
    public static S7Diagnosis OfFamily(string subject, S7Profile family) => new(S7Stage.Tags, S7Cause.TypeNotOnFamily,
        $"Not there on {Families.NameOf(family)}: {subject}.", new S7Remedy("Check address and type against the PLC program; where the program keeps the value in another form, copy it into a data block in a type that this CPU has."));

    /// <summary>Bytes that are no value of their type.</summary>
    /// <param name="type">The type.</param>
    /// <param name="bytes">What the PLC sent.</param>
    public static S7Diagnosis OfBytes(S7DataType type, ReadOnlySpan<byte> bytes) => new(S7Stage.Tags, S7Cause.NoValue,
        $"The bytes {Convert.ToHexString(bytes[..Math.Min(bytes.Length, 16)])} are no {type}: the offset or the type is wrong, or the program has not written the value yet.",
        new S7Remedy("Compare offset and type with the declaration of the block (the Offset column in TIA Portal, the Address column in STEP 7)."));

    /// <summary>What an item's answer means, where its block is there and long enough.</summary>
    public static S7Diagnosis OfItem(in S7ItemAnswer answer, S7Profile family) => ItemDiagnosis.Of(answer, family);

    /// <summary>What it means that a CPU refuses every read with this code.</summary>
    public static S7Diagnosis OfRefusal(ushort code, S7Profile family) => code == 0x8104 && Families.MayOptimise(family)
        ? new S7Diagnosis(S7Stage.Identity, S7Cause.PutGetOff, "PUT/GET is off: the CPU refuses every read (8104).", Remedies.PutGet(family))
        : new S7Diagnosis(S7Stage.Identity, S7Cause.AccessLevel, $"The access level of the CPU forbids reading: it refuses every read ({(code < 0x100 ? $"{code:X2}" : $"{code:X4}")}).", Remedies.Level(family));

    /// <summary>What the end of an open connection means.</summary>
    public static S7Diagnosis OfLoss(S7Exception failure, S7Stage stage) => ConnectDiagnosis.Lost(failure, stage);

    /// <summary>What a failure to connect means.</summary>
    public static S7Diagnosis OfFailure(S7Exception failure, S7ConnectionOptions options, S7Profile profile) => ConnectDiagnosis.Of(failure, options, profile);
}

/// <summary>What to do, and what it costs.</summary>
/// <param name="Fix">The way, down to the menu of the engineering tool.</param>
/// <param name="Cost">What the fix does to the plant; empty: nothing.</param>
public sealed record S7Remedy(string Fix, string Cost = "");
