namespace S7OpcBridge.S7;

/// <summary>What is known of a data block that the map reads.</summary>
/// <param name="Db">Its number.</param>
/// <param name="Needed">Bytes that the map wants of it.</param>
/// <param name="Length">Bytes that it has, where they are fewer; <paramref name="Needed"/> where it is long enough; 0 where it can't be read.</param>
/// <param name="Diagnosis">What is wrong with it; null: nothing.</param>
public sealed record S7BlockState(ushort Db, int Needed, int Length, S7Diagnosis? Diagnosis);
