namespace S7OpcBridge.S7;

/// <summary>The state of a data block that the map reads.</summary>
/// <param name="Db">Its number.</param>
/// <param name="Needed">Number of bytes that the map needs.</param>
/// <param name="Length">Its length in bytes where it is too short; <paramref name="Needed"/> where it is long enough; 0 where it cannot be read.</param>
/// <param name="Diagnosis">What is wrong with it; null: nothing.</param>
public sealed record S7BlockState(ushort Db, int Needed, int Length, S7Diagnosis? Diagnosis)
{
    /// <summary>Length in bytes as the CPU's block information has it; null: the CPU provides none, or the block cannot be read.</summary>
    public int? Reported { get; init; }
}
