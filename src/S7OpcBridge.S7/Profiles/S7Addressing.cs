namespace S7OpcBridge.S7;

/// <summary>What a user may say instead of what the profile would choose; null: the profile's.</summary>
/// <param name="Rack">0–7.</param>
/// <param name="Slot">0–31.</param>
/// <param name="Connection">Connection type; PG takes the programmer's slot.</param>
/// <param name="LocalTsap">Local TSAP.</param>
/// <param name="RemoteTsap">Remote TSAP, in place of rack, slot and connection type.</param>
public sealed record S7Addressing(int? Rack = null, int? Slot = null, S7ConnectionType? Connection = null, ushort? LocalTsap = null, ushort? RemoteTsap = null);
