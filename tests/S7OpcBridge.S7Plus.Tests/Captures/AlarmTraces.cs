using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Captures;

/// <summary>
/// Alarms of a real 1500, below TLS: posted by bvanelli on 19 August and 2 September 2026 in gijzelaerr/python-snap7 #820, partly in tests/test_s7_alarm.py
/// there (MIT). Requests are complete. Of the notification and the list the beginning is public as bytes and the content of another alarm of the same CPU
/// as decoded by that library; the ends here are made of these values.
/// </summary>
internal static class AlarmTraces
{
    public const string Subscribe =
        "720200f431000004ca0000000870000cb73470000cb80004000000000002a17fffc00187690000a38169001517537562736372697074696f6e5f323134373436373236"
        + "35a3883a000202a3876a00030000a3876b000900a38810000202a38811000101a3881820040388808480000000a38819000400a3881a000400a3881b000200a3881c00"
        + "0200a3881d0007000aa3881e0003ffffa15101000194660000a381690015125337704472697665725f416c61726d696e67a3876d000203a3946310030a000000000000"
        + "0000000000000000000000000000a3bc33200301ffffa3bf75200400a3bf6d000101a4946400000008a2a20000000072020000";

    public const string Subscribed = "7202001632000004ca0000000834000187808099390a0000000072020000";

    public const string AskPending =
        "7202003331000004bb0000000870000cb73400000008946b010100000a946e946f9470947194759f6fbd058169bd6d951b04000000000072020000";

    private const string NotificationBegin =
        "3370000cb904000000000001000006596bd6805195010051010001000081a172007382947984800000a3816900150954656d704461695f31a3946e000d8a0e004200010000"
        + "a3946f000287a3947000030102a39471001700000d919b120002879b13001018cd4d3de5007df69b141014";

    private const string PendingBegin =
        "32000004bb000000083400000000000ca172007342947984800000a381690015094578706c4461695f32a3946e000d8a0e003900010000a3946f000285a394700003"
        + "0101a39471001700000d919b120002859b13001018cb0d5cb407beaf9b141014";

    /// <summary>A notification from its opcode on: alarm 1 of DB 66 comes.</summary>
    public static byte[] Notification => [.. Convert.FromHexString(NotificationBegin), .. Rest, 0, 0, 0, 0];

    /// <summary>An answer from its opcode on: alarm 1 of DB 57 is pending.</summary>
    public static byte[] Pending => [.. Convert.FromHexString(PendingBegin), .. Rest, 0, 0, 0, 0];

    private static readonly (uint Number, string Text)[] Texts =
    [
        (1, "The product pallet has almost been completely filled. Please exchange it soon"),
        (2, "Warning: (@5%s@) Machine @1%d@ - Status: Running - Pallet almost full."),
        (3, "BMK: @5%s@ "),
        (4, " "),
        (6, "Alarm class: No acknowledgement"),
        (9, "Contact: (Name of the contact person for this alarm)"),
    ];

    // Values, time of the acknowledgement, kind, what panels show, count, texts.
    private static byte[] Rest
    {
        get
        {
            var to = new PlusWriter();
            to.Vlq(17);
            to.Bytes(Convert.FromHexString("90808213" + "0000000000000000" + "02" + "04" + "01010000"));
            foreach (var number in new ushort[] { 4, 0, 5, 5 })
            {
                to.Bytes(Convert.FromHexString("90808005" + "0000000000000000" + "02" + "02"));
                to.UInt16(number);
            }
            to.Bytes(Convert.FromHexString("90a8817e" + "0000000000000000" + "02" + "0bfe093d46362b53322d4731"));
            to.Bytes(new byte[11 * 2]);
            to.Bytes(Convert.FromHexString("9c3e" + "0010" + "0000000000000000" + "00"));
            to.Bytes(Convert.FromHexString("a39f6f" + "0008" + "02"));
            to.Bytes(Convert.FromHexString("a3bd05" + "0014" + "0011" + "010333b00000003e09000000002200" + "0101"));
            to.Bytes(Convert.FromHexString("a3bd6d" + "0004" + "a76f"));
            to.Bytes(Convert.FromHexString("a3951b" + "4014"));
            foreach (var (number, text) in Texts)
            {
                to.Vlq((1033u << 16) | number);
                to.Byte(0);
                to.Vlq((uint)text.Length);
                to.Bytes(Encoding.UTF8.GetBytes(text));
            }
            to.Byte(0);
            to.Byte(0xA2);
            return to.ToArray();
        }
    }
}
