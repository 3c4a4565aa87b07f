namespace S7OpcBridge.S7.Tests;

/// <summary>The frames of a connect.</summary>
internal static class ConnectFrames
{
    public const string AnyConnectRequest = "03 00 00 16 11 E0 00 00 ?? ?? 00  C0 01 ??  C1 02 ?? ??  C2 02 ?? ??";
    public const string Confirm = "03 00 00 16 11 D0 00 01 00 05 00  C0 01 0A  C1 02 01 00  C2 02 03 01";
    public const string AnySetup = "03 00 00 19 02 F0 80  32 01 00 00 {setup} 00 08 00 00  F0 00 ?? ?? ?? ?? ?? ??";
}
