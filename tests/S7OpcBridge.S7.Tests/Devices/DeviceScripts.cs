using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests.Devices;

/// <summary>
/// How real CPUs begin a connection and answer services, written down from what public captures of them show (ITI/ICS-Security-Tools, pcaps/s7). Serial numbers
/// are invented.
/// </summary>
internal static class DeviceScripts
{
    /// <summary>An S7-300 or ET 200S CPU: TPDU size first in the confirmation, one job at a time, PDU 240.</summary>
    public static ScriptedPlcScript S7300(string jobs = "00 01 00 01") =>
        new ScriptedPlcScript()
            .Expect("03 00 00 16 11 E0 00 00 ?? ?? 00  C0 01 ??  C1 02 ?? ??  C2 02 ?? ??")
            .Send("03 00 00 16 11 D0 00 01 00 03 00  C0 01 0A  C1 02 01 00  C2 02 01 02")
            .Expect("03 00 00 19 02 F0 80  32 01 00 00 {setup} 00 08 00 00  F0 00 ?? ?? ?? ?? ?? ??")
            .Send($"03 00 00 1B 02 F0 80  32 03 00 00 {{setup}} 00 08 00 00 00 00  F0 00 {jobs} 00 F0");

    /// <summary>An S7-400: two jobs, PDU 480.</summary>
    public static ScriptedPlcScript S7400() => new ScriptedPlcScript().Handshake(pduSize: 480, jobs: 2);

    /// <summary>Receives a question for a system information list.</summary>
    public static ScriptedPlcScript ExpectList(this ScriptedPlcScript script, string name, string list) =>
        script.Expect($"03 00 00 21 02 F0 80  32 07 00 00 {{{name}}} 00 08 00 08  00 01 12 04 11 44 01 00  FF 09 00 04  {list}");

    /// <summary>Answers it in one part. These CPUs number their answers: the sequence counts up from 1.</summary>
    public static ScriptedPlcScript SendList(this ScriptedPlcScript script, string name, string payload, byte sequence = 1) =>
        script.SendUserdata(name, $"00 01 12 08 12 84 01 {sequence:X2} 00 00 00 00", $"FF 09 {Word(LengthOf(payload))} {payload}");

    /// <summary>Sends a userdata frame with these parameters and data.</summary>
    public static ScriptedPlcScript SendUserdata(this ScriptedPlcScript script, string name, string parameters, string data)
    {
        var (parameterLength, dataLength) = (LengthOf(parameters), LengthOf(data));
        return script.Send(
            $"03 00 {Word(17 + parameterLength + dataLength)} 02 F0 80  32 07 00 00 {{{name}}} {Word(parameterLength)} {Word(dataLength)} {parameters} {data}"
        );
    }

    /// <summary>A text as hex, filled up.</summary>
    public static string Text(string text, int length, byte fill = 0) =>
        Hex([.. System.Text.Encoding.ASCII.GetBytes(text), .. Enumerable.Repeat(fill, length - text.Length)]);

    /// <summary>Bytes as a script writes them.</summary>
    public static string Hex(byte[] bytes) =>
        Convert.ToHexString(bytes).Chunk(2).Aggregate("", static (text, digits) => $"{text}{new string(digits)} ");

    /// <summary>Connects to a PLC that plays a script, asks it, and closes politely.</summary>
    public static async Task PlayAsync(ScriptedPlcScript script, Func<S7Connection, Task> ask)
    {
        await using var plc = new ScriptedPlc(script.ExpectFarewell());
        await using (var connection = await Link.ConnectAsync(plc))
            await ask(connection);
        await plc.Finished;
    }

    private static int LengthOf(string script) =>
        script.Split('\n').Sum(static line => line.Split('#')[0].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length);

    private static string Word(int value) => $"{value >> 8:X2} {value & 0xFF:X2}";
}
