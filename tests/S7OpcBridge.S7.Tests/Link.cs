using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

/// <summary>Short ways to a connection with a scripted PLC.</summary>
internal static class Link
{
    public static S7ConnectionOptions To(ScriptedPlc plc) =>
        new()
        {
            Host = "127.0.0.1",
            Port = plc.Port,
            Timeout = TimeSpan.FromSeconds(20),
        };

    public static Task<S7Connection> ConnectAsync(ScriptedPlc plc, TimeProvider? time = null) =>
        S7Connection.ConnectAsync(To(plc), time ?? TimeProvider.System, CancellationToken.None);

    /// <summary>A read of bytes of a data block.</summary>
    public static S7ReadJob Read(params (int Db, int Start, int Length)[] items) =>
        new([.. items.Select(i => new S7Range(S7Area.DataBlock, (ushort)i.Db, i.Start, i.Length))]);

    public static ValueTask ReadAsync(this S7Connection connection, S7ReadJob job) => connection.ReadAsync(job, CancellationToken.None);

    public static ValueTask WriteAsync(this S7Connection connection, S7WriteJob job) => connection.WriteAsync(job, CancellationToken.None);

    /// <summary>The script of a request for one item DB1, bytes 0–1, whose reference gets a name.</summary>
    public static ScriptedPlcScript ExpectWord(this ScriptedPlcScript script, string name) =>
        script.Expect(
            $$"""
            03 00 00 1F 02 F0 80
            32 01 00 00 {{{name}}} 00 0E 00 00
            04 01  12 0A 10 02 00 02 00 01 84 00 00 00   # DB1, 2 bytes from byte 0
            """
        );

    /// <summary>The script of an answer with one word.</summary>
    public static ScriptedPlcScript SendWord(this ScriptedPlcScript script, string name, string word) =>
        script.Send(WordAnswer($"{{{name}}}", word));

    public static string WordAnswer(string reference, string word) =>
        $"""
            03 00 00 1B 02 F0 80
            32 03 00 00 {reference} 00 02 00 06 00 00
            04 01  FF 04 00 10 {word}
            """;
}
