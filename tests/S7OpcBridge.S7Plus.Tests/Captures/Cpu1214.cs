namespace S7OpcBridge.S7Plus.Tests;

/// <summary>
/// Frames between an S7-1214C V2.2 and a panel (WinCC Runtime), without digest. Source: JuergenKosel/s7commwireshark,
/// doc/test-traces/V13_1200_TP1200sim_MW100_…_sync.pcapng, frame numbers as there; the last from …_FehlerbeiMW100.pcapng, where MW100 was renamed.
/// </summary>
internal static class Cpu1214
{
    /// <summary>Frame 10: the SetMultiVariables of the session.</summary>
    public const string SessionSetupRequest =
        "7202006b310000054200000002000003e034000003e0010182320100170000013a823b00048200823c00048140823d00048480c040823e00048480c040823f00"
        + "15008240001505323b3739338241000300030000000004e88969001200000000896a001300896b000400000000000072020000";

    /// <summary>Frame 11.</summary>
    public const string SessionSetupAnswer = "720200103200000542000000023400000000000072020000";

    /// <summary>Frame 13: DeleteObject of the session.</summary>
    public const string DeleteRequest =
        "7202002e31000004d400000003000003e034000003e000000004e88969001200000000896a001300896b000400000000000072020000";

    /// <summary>Frame 14.</summary>
    public const string DeleteAnswer = "7202001332000004d4000000033400000003e00000000072020000";

    /// <summary>Frame 28: reads limits, free subscriptions and MW102.</summary>
    public const string LimitsRequest =
        "72020052310000054c0000000300000398340000000005180032019a7b008149028839000081490288390100814902880d876800814902880d8769000004e889"
        + "69001200000000896a001300896b000400000000000072020000";

    /// <summary>Frame 30.</summary>
    public const string LimitsAnswer = "72020026320000054c00000003340001000801020008210300088125040008320500083200000000000072020000";

    /// <summary>Frame 32: a subscription of two items.</summary>
    public const string SubscribeRequest =
        "720200bf31000004ca000000040000039834000003af00040000000000a17fffc00187690000a38169001517537562736372697074696f6e5f32313437343637"
        + "323635a3883a000200a3876a00030000a3876b000900a38810000205a38811000101a388182004118880848000000288809080028fffffff7e00528ae28fb700"
        + "9d180988809080028fffffff7f00528a8ee5ef369d180aa3881900048768a3881a000400a3881b000200a3881c000200a3881d00070003a3881e0003ffffa200"
        + "00000072020000";

    /// <summary>Frame 33.</summary>
    public const string SubscribeAnswer = "7202001532000004ca00000004340001818080806a0000000072020000";

    /// <summary>Frame 35: both items.</summary>
    public const string FirstNotification = "72020024331000006a040000000000010192ffffffff000703e992fffffffe00070002000000000072020000";

    /// <summary>Frame 43: SetVariable of the credit, wants no answer.</summary>
    public const string CreditRequest =
        "7202003531000004f20000000500000398741000006a01881d00070006000004e88969001200000000896a001300896b00040000000000000072020000";

    /// <summary>Frame 44: what the CPU says all the same.</summary>
    public const string CreditReply = "7202001602000004f2000000057400000000000000000000000072020000";

    /// <summary>Frame 53: one item has changed.</summary>
    public const string OneChanged = "7202001b331000006a040000000000060192fffffffe00070003000000000072020000";

    /// <summary>Frame 36 of the other capture: the first item with its value, the second with an error.</summary>
    public const string AddressError = "72020020331000006a040000000000010192ffffffff0007081713fffffffe000000000072020000";
}
