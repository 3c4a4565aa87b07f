namespace S7OpcBridge.S7.Tests;

public class S7AddressTests
{
    // Siemens
    [TestCase("DB1.DBX0.3", "DB1.DBX0.3", "Bool")]
    [TestCase("db1.dbx0.3", "DB1.DBX0.3", "Bool")]
    [TestCase("%DB1.DBX0.3", "DB1.DBX0.3", "Bool")]
    [TestCase(" DB1.DBB4 ", "DB1.DBB4", "None")]
    [TestCase("DB1.DBW10", "DB1.DBW10", "None")]
    [TestCase("DB1.DBW11", "DB1.DBW11", "None")]
    [TestCase("DB65535.DBD65532", "DB65535.DBD65532", "None")]
    [TestCase("DB1.DBB65535", "DB1.DBB65535", "None")]
    [TestCase("M10.0", "M10.0", "Bool")]
    [TestCase("MX10.0", "M10.0", "Bool")]
    [TestCase("MB1", "MB1", "None")]
    [TestCase("MW20", "MW20", "None")]
    [TestCase("MD20", "MD20", "None")]
    [TestCase("I0.0", "I0.0", "Bool")]
    [TestCase("%IB7", "IB7", "None")]
    [TestCase("QB3", "QB3", "None")]
    [TestCase("QD4", "QD4", "None")]
    [TestCase("IW256:P", "IW256:P", "None")]
    [TestCase("PIW256", "IW256:P", "None")]
    [TestCase("I0.5:P", "I0.5:P", "Bool")]
    [TestCase("T5", "T5", "Timer")]
    [TestCase("C3", "C3", "Counter")]
    // German
    [TestCase("E0.0", "I0.0", "Bool")]
    [TestCase("EW4", "IW4", "None")]
    [TestCase("A1.7", "Q1.7", "Bool")]
    [TestCase("AD4", "QD4", "None")]
    [TestCase("Z3", "C3", "Counter")]
    [TestCase("PEW256", "IW256:P", "None")]
    // S7-200
    [TestCase("SM0.5", "SM0.5", "Bool")]
    [TestCase("SMB28", "SMB28", "None")]
    [TestCase("SMW22", "SMW22", "None")]
    [TestCase("smd38", "SMD38", "None")]
    [TestCase("AIW4", "AIW4", "None")]
    [TestCase("AEW4", "AIW4", "None")]
    [TestCase("AQW2", "AQW2", "None")]
    [TestCase("AAW2", "AQW2", "None")]
    // V memory
    [TestCase("VW100", "DB1.DBW100", "None")]
    [TestCase("V10.3", "DB1.DBX10.3", "Bool")]
    [TestCase("VD4", "DB1.DBD4", "None")]
    // nodeS7
    [TestCase("DB1,REAL4", "DB1.DBD4", "Real")]
    [TestCase("DB1,R4", "DB1.DBD4", "Real")]
    [TestCase("DB1,X0.1", "DB1.DBX0.1", "Bool")]
    [TestCase("DB10,DBX0.1", "DB10.DBX0.1", "Bool")]
    [TestCase("DB1,X0.1.20", "DB1.DBX0.1", "Array[0..19] of Bool")]
    [TestCase("DB1,S7.10", "DB1.DBB7", "String[10]")]
    [TestCase("DB1,STRING0.20", "DB1.DBB0", "String[20]")]
    [TestCase("DB1,S0.10.3", "DB1.DBB0", "Array[0..2] of String[10]")]
    [TestCase("DB1,WS4.10", "DB1.DBB4", "WString[10]")]
    [TestCase("DB10,INT0", "DB10.DBW0", "Int")]
    [TestCase("DB10,I0", "DB10.DBW0", "Int")]
    [TestCase("DB10,DI4", "DB10.DBD4", "DInt")]
    [TestCase("DB1,REAL0.20", "DB1.DBD0", "Array[0..19] of Real")]
    [TestCase("DB1,LREAL8", "DB1.DBB8", "LReal")]
    [TestCase("DB1,DT0", "DB1.DBB0", "Date_And_Time")]
    [TestCase("DB1,DTL0", "DB1.DBB0", "DTL")]
    [TestCase("DB1,S5TIME4", "DB1.DBW4", "S5Time")]
    [TestCase("DB1,C0", "DB1.DBB0", "Char")]
    [TestCase("DB1,CHAR0.8", "DB1.DBB0", "Chars(8)")]
    [TestCase("MR4", "MD4", "Real")]
    [TestCase("MREAL4", "MD4", "Real")]
    [TestCase("MDI4", "MD4", "DInt")]
    [TestCase("MI4", "MW4", "Int")]
    [TestCase("IW0", "IW0", "None")]
    // PLC4X
    [TestCase("%DB1.DBW0:INT", "DB1.DBW0", "Int")]
    [TestCase("%DB1.DBW0:INT[3]", "DB1.DBW0", "Array[0..2] of Int")]
    [TestCase("%DB1:0:REAL", "DB1.DBD0", "Real")]
    [TestCase("%DB1:4:STRING(20)", "DB1.DBB4", "String[20]")]
    [TestCase("%DB1:0.3:BOOL", "DB1.DBX0.3", "Bool")]
    [TestCase("%MX1.0:BOOL", "M1.0", "Bool")]
    [TestCase("%MX1.0:BOOL[12]", "M1.0", "Array[0..11] of Bool")]
    [TestCase("%IW64:P:INT", "IW64:P", "Int")]
    public void Every_dialect_reads_to_the_one_canonical_spelling(string text, string canonical, string typeName)
    {
        Assert.That(S7Address.TryParse(text, out var address, out var type, out var error), Is.True, error);
        Assert.That(error, Is.Empty);
        Assert.That((address.ToString(), type.ToString()), Is.EqualTo((canonical, typeName)));
    }

    [TestCase("DB1.DBX0.3", S7Area.DataBlock, 1, 0, 3, 1)]
    [TestCase("DB1.DBX8191.7", S7Area.DataBlock, 1, 8191, 7, 1)]
    [TestCase("DB1.DBX8192.0", S7Area.DataBlock, 1, 8192, 0, 1)]
    [TestCase("DB2.DBW65534", S7Area.DataBlock, 2, 65534, 0, 16)]
    [TestCase("VB65535", S7Area.DataBlock, 1, 65535, 0, 8)]
    [TestCase("PEW256", S7Area.Peripheral, 0, 256, 0, 16)]
    [TestCase("Z65535", S7Area.Counters, 0, 65535, 0, 0)]
    [TestCase("A0.7", S7Area.Outputs, 0, 0, 7, 1)]
    public void Its_parts_come_out(string text, S7Area area, int db, int offset, int bit, int width)
    {
        Assert.That(S7Address.TryParse(text, out var address, out _, out var error), Is.True, error);
        Assert.That(address, Is.EqualTo(new S7Address(area, (ushort)db, offset, (byte)bit, (byte)width)));
    }

    // what is wrong; what to do
    [TestCase("", "empty", "DB1.DBX0.3")]
    [TestCase("DB1", "whole block", "DB1.DBW0")]
    [TestCase("DB.DBW0", "block number", "DB1.DBW0")]
    [TestCase("DB0.DBW0", "1–65535", "TIA Portal")]
    [TestCase("DB65536.DBW0", "1–65535", "TIA Portal")]
    [TestCase("DB1.DBX0.8", "0–7", "eight bits")]
    [TestCase("DB1.DBX5", "bit is missing", "DB1.DBX5.0")]
    [TestCase("DB1.DBB65536", "65535", "")]
    [TestCase("DB1.DBD65533", "65535", "")]
    [TestCase("DB1,LREAL65530", "65535", "")]
    [TestCase("DB1.DBW", "byte number", "")]
    [TestCase("DB1.DBQ0", "'DBQ0'", "DBX, DBB, DBW or DBD")]
    [TestCase("DBW4", "does not name its data block", "DB1.DBW4")]
    [TestCase("M5", "neither a bit nor a width", "M5.0, MB5, MW5 or MD5")]
    [TestCase("MW20.3", "two bytes", "M20.0")]
    [TestCase("X5", "'X'", "not a memory area")]
    [TestCase("T5.1", "'.1'", "T5")]
    [TestCase("T", "timer number", "T5")]
    [TestCase("QW256:P", "cannot be read back", "process image")]
    [TestCase("PQW256", "peripheral output", "QW256")]
    [TestCase("MW4:P", "only allowed for inputs", "")]
    [TestCase("DB1,REEL4", "'REEL'", "did you mean Real?")]
    [TestCase("DB1,FLOAT4", "'FLOAT'", "Real")]
    [TestCase("DB1,RREAL4", "little-endian", "swap")]
    [TestCase("DB1,DTZ4", "UTC", "timezone")]
    [TestCase("DB1,S7", "length", "DB1,S7.20")]
    [TestCase("DB1,S7.255", "1–254", "declared")]
    [TestCase("%DB1:0", "type", "DB1:0:REAL")]
    [TestCase("%DB1.DBW0:REAL", "two bytes", "DB1.DBD0")]
    [TestCase("%DB1.DBX0.0:REAL", "is a bit", "DB1.DBD0")]
    [TestCase("%DB1.DBW0:INT[3", "never closed", "]")]
    [TestCase("DB1.DBW0 Int", "' INT'", "not allowed")]
    [TestCase("T5:INT", "already states the type Timer", "remove one")]
    public void What_is_wrong_is_named_and_what_to_do(string text, string wrong, string remedy)
    {
        Assert.That(S7Address.TryParse(text, out var address, out var type, out var error), Is.False);
        Assert.That(error, Does.Contain(wrong).And.Contain(remedy));
        Assert.That((address, type), Is.EqualTo((default(S7Address), default(S7DataType))));
    }

    [TestCase("DB1.R4", "DB1.DBD4 with type Real")]
    [TestCase("DB1.DW20", "DB1.DBD20 with type DWord")]
    [TestCase("DB1.X5.2", "DB1.DBX5.2")]
    [TestCase("DB1.S5.20", "DB1.DBB5 with type String[20]")]
    [TestCase("DB10.DX1.0", "DB10.DBX1.0")]
    [TestCase("DB10DBX1.0", "DB10.DBX1.0")]
    [TestCase("DB10DBW4", "DB10.DBW4")]
    [TestCase("DB42.Int4", "DB42.DBW4 with type Int")]
    [TestCase("DB200.String4.16", "DB200.DBB4 with type String[16]")]
    [TestCase("MK.W0", "MW0")]
    [TestCase("PE.X0.1", "I0.1")]
    [TestCase("PA.B2", "QB2")]
    [TestCase("DB34 +12.0", "DB34.DBX12.0")]
    [TestCase("DB1.1.2", "DB1.DBX1.2")]
    [TestCase("DB1.DBW10.0", "DB1.DBX10.0")]
    [TestCase("DB1.DBW12.20", "DB1.DBB12 with type String[20]")]
    [TestCase("DB1.DBW12.20D", "DB1.DBB12 with type WString[20]")]
    [TestCase("F5.1", "M5.1")]
    [TestCase("DB1.0,b,100", "DB1.DBB0 with type Array[0..99] of Byte")]
    [TestCase("DB1.0,x0", "DB1.DBX0.0")]
    [TestCase("S7:[conn]DB1,REAL20,4", "DB1.DBD20 with type Array[0..3] of Real")]
    [TestCase("DB1.DBREAL4", "DB1.DBD4 with type Real")]
    [TestCase("DI1.DIW4", "DB1.DBW4")]
    [TestCase("HC0", "V memory")]
    [TestCase("S0.3", "V memory")]
    [TestCase("SB2", "V memory")]
    public void Another_tools_spelling_gets_a_hint_of_the_right_one(string text, string hint)
    {
        Assert.That(S7Address.TryParse(text, out _, out _, out var error), Is.False);
        Assert.That(error, Does.Contain($"'{text}' is").Or.Contain($"'{text}' names").And.Contain(hint));
    }

    [Test]
    public void A_width_and_a_type_must_agree()
    {
        Assert.That(Parse("DB1.DBD4").Fits(new(S7TypeKind.Real), out _), Is.True);
        Assert.That(Parse("DB1.DBB4").Fits(new(S7TypeKind.LReal), out _), Is.True);
        Assert.That(Parse("DB1.DBB4").Fits(new(S7TypeKind.Bool, ArrayLength: 9), out _), Is.True);
        Assert.That(Parse("DB1.DBW0").Fits(new(S7TypeKind.Int, ArrayLength: 9), out _), Is.True);
        Assert.That(Parse("DB1.DBD4").Fits(new(S7TypeKind.LReal), out var error), Is.False);
        Assert.That(error, Does.Contain("DB1.DBD4 is four bytes and LReal takes 8; write DB1.DBB4"));
        Assert.That(Parse("DB1.DBB4").Fits(new(S7TypeKind.Bool), out error), Is.False);
        Assert.That(error, Does.Contain("DB1.DBX4.0"));
        Assert.That(Parse("DB1.DBB65530").Fits(new(S7TypeKind.LReal), out error), Is.False);
        Assert.That(error, Does.Contain("65535"));
        Assert.That(Parse("DB1.DBW4").Fits(new(S7TypeKind.Timer), out error), Is.False);
        Assert.That(error, Does.Contain("S5Time"));
        Assert.That(Parse("AIW4").Fits(new(S7TypeKind.Int), out _), Is.True);
        Assert.That(Parse("AIW5").Fits(new(S7TypeKind.Int), out error), Is.False);
        Assert.That(error, Does.Contain("even"));
        Assert.That(Parse("AIW4").Fits(new(S7TypeKind.Real), out error), Is.False);
    }

    [Test]
    public void The_bytes_of_a_value_are_its_range()
    {
        Assert.That(Parse("DB7.DBX3.6").RangeOf(new(S7TypeKind.Bool, ArrayLength: 4)), Is.EqualTo(new S7Range(S7Area.DataBlock, 7, 3, 2)));
        Assert.That(Parse("MD4").RangeOf(new(S7TypeKind.Real)), Is.EqualTo(new S7Range(S7Area.Markers, 0, 4, 4)));
        Assert.That(Parse("T5").RangeOf(new(S7TypeKind.Timer)), Is.EqualTo(new S7Range(S7Area.Timers, 0, 5, 1)));
        Assert.That(Parse("T5").RangeOf(new(S7TypeKind.Timer, ArrayLength: 3)), Is.EqualTo(new S7Range(S7Area.Timers, 0, 5, 3)));
    }

    [Test]
    public void Candidates_for_a_bare_width_are_named() =>
        Assert.That(Parse("DB1.DBD4").TypeCandidates, Does.Contain("Real").And.Contain("DInt"));

    [FsCheck.NUnit.Property]
    public bool Any_text_is_read_or_explained(string? text)
    {
        var read = S7Address.TryParse(text, out _, out _, out var error);
        return read ? error.Length == 0 : error.Length > 0;
    }

    [FsCheck.NUnit.Property]
    public bool What_is_printed_reads_back(byte area, ushort db, ushort offset, byte bit, byte width)
    {
        S7Area[] areas =
        [
            S7Area.DataBlock,
            S7Area.Markers,
            S7Area.Inputs,
            S7Area.Outputs,
            S7Area.Peripheral,
            S7Area.Timers,
            S7Area.Counters,
        ];
        byte[] widths = [1, 8, 16, 32];
        var chosen = areas[area % areas.Length];
        var numbered = chosen is S7Area.Timers or S7Area.Counters;
        var bits = numbered ? (byte)0 : widths[width % 4];
        var address = new S7Address(
            chosen,
            chosen == S7Area.DataBlock ? Math.Max((ushort)1, db) : (ushort)0,
            Math.Min((int)offset, 65532),
            bits == 1 ? (byte)(bit % 8) : (byte)0,
            bits
        );
        return S7Address.TryParse(address.ToString(), out var again, out _, out _) && again == address;
    }

    private static S7Address Parse(string text) =>
        S7Address.TryParse(text, out var address, out _, out var error) ? address : throw new AssertionException(error);
}
