using System.Text;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Sources with types that TIA Portal brings along and instances of function blocks.</summary>
public sealed class SystemTypeTests
{
    [Test]
    public void Timers_counters_and_the_error_structure_are_laid_out()
    {
        var (map, findings) = Load(
            """
            DATA_BLOCK "Mixed"
            { S7_Optimized_Access := 'FALSE' }
               STRUCT
                  First : Bool;
                  OnDelay {InstructionName := 'TON_TIME'; LibVersion := '1.0'} : TON_TIME;
                  Parts : IEC_COUNTER;
                  Total : IEC_UDCOUNTER;
                  Pulses : Array[0..1] of IEC_TIMER;
                  Fault : ErrorStruct;
                  Module : HW_DEVICE;
                  Last : Int;
               END_STRUCT;
            BEGIN
            END_DATA_BLOCK
            """
        );
        Assert.That(findings, Is.Empty);
        Assert.That(
            map!.Tags.Tags.Select(t => $"{t.Name} {t.Address} {t.Type}"),
            Is.SupersetOf(
                new[]
                {
                    "First DB5.DBX0.0 Bool",
                    "OnDelay/PT DB5.DBD6 Time",
                    "OnDelay/ET DB5.DBD10 Time",
                    "OnDelay/IN DB5.DBX14.1 Bool",
                    "OnDelay/Q DB5.DBX14.2 Bool",
                    "Parts/CU DB5.DBX18.0 Bool",
                    "Parts/QD DB5.DBX18.5 Bool",
                    "Parts/PV DB5.DBW20 Int",
                    "Parts/CV DB5.DBW22 Int",
                    "Total/PV DB5.DBD28 UDInt",
                    "Total/CV DB5.DBD32 UDInt",
                    "Pulses[0]/PT DB5.DBD40 Time",
                    "Pulses[1]/PT DB5.DBD56 Time",
                    "Fault/ERROR_ID DB5.DBW68 Word",
                    "Fault/CODE_ADDRESS/OFFSET DB5.DBD76 UDInt",
                    "Fault/DATA_ADDRESS/OFFSET DB5.DBD92 UDInt",
                    "Module DB5.DBW96 UInt",
                    "Last DB5.DBW98 Int",
                }
            )
        );
        Assert.That(map.Tags.Tags.Select(t => t.Name), Has.None.EqualTo("OnDelay/ST"));
        Assert.That(
            map.Tags.Structures.Select(s => s.Type.Name),
            Is.SupersetOf(new[] { "TON_TIME", "IEC_COUNTER", "ErrorStruct" }),
            "and are structures for clients"
        );
    }

    [TestCase("IEC_TIMER", 16)]
    [TestCase("TON_TIME", 16)]
    [TestCase("IEC_SCOUNTER", 3)]
    [TestCase("IEC_USCOUNTER", 3)]
    [TestCase("IEC_COUNTER", 6)]
    [TestCase("IEC_UCOUNTER", 6)]
    [TestCase("IEC_DCOUNTER", 12)]
    [TestCase("IEC_UDCOUNTER", 12)]
    [TestCase("CREF", 8)]
    [TestCase("NREF", 8)]
    [TestCase("ErrorStruct", 28)]
    public void A_system_type_is_as_long_as_its_manual_says(string type, int bytes)
    {
        var (map, findings) = Load(
            $"""
            DATA_BLOCK "B"
               STRUCT
                  S : {type};
                  Last : Int;
               END_STRUCT;
            END_DATA_BLOCK
            """
        );
        Assert.That(findings, Is.Empty);
        Assert.That($"{map!.Tags.Tags.Single(tag => tag.Name == "Last").Address}", Is.EqualTo($"DB5.DBW{bytes + bytes % 2}"));
    }

    [Test]
    public void A_system_type_whose_length_alone_is_known_is_stepped_over_with_a_warning()
    {
        var (map, findings) = Load(
            """
            DATA_BLOCK "B"
               STRUCT
                  A : Int;
                  Link : TCON_Param;
                  Any1 : Array[0..1] of Any;
                  Z : Int;
               END_STRUCT;
            END_DATA_BLOCK
            """
        );
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "B.db:4:7: warning: 'Link' has the system type TCON_Param, whose members are unknown; it is left out, and later members keep their offsets",
                    "B.db:5:7: warning: 'Any1' has the system type Any, whose members are unknown; it is left out, and later members keep their offsets",
                }
            )
        );
        Assert.That(map!.Tags.Tags.Select(t => $"{t.Name} {t.Address}"), Is.EqualTo(new[] { "A DB5.DBW0", "Z DB5.DBW86" }));
    }

    [Test]
    public void A_type_of_unknown_length_leaves_out_what_stands_behind_it_and_never_the_file()
    {
        var (map, findings) = Load(
            """
            DATA_BLOCK "B"
               STRUCT
                  A : Int;
                  Axis : TO_SpeedAxis;
                  Z : Int;
               END_STRUCT;
            END_DATA_BLOCK
            """
        );
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "B.db:4:7: warning: 'Axis' of 'B' has the type TO_SpeedAxis, whose length is unknown; it and the members after it are left out. To "
                        + "include them, define the type with its members under 'types'",
                }
            )
        );
        Assert.That(map!.Tags.Tags.Select(t => t.Name), Is.EqualTo(new[] { "A" }));
    }

    [Test]
    public void An_instance_of_a_timer_is_a_timer()
    {
        var (map, findings) = Load(
            """
            DATA_BLOCK "IEC_Timer_0_DB"
            {InstructionName := 'IEC_TIMER'; LibVersion := '1.0'; S7_Optimized_Access := 'FALSE' }
            AUTHOR : Simatic
            VERSION : 1.0
            IEC_TIMER

            BEGIN
            END_DATA_BLOCK
            """
        );
        Assert.That(findings, Is.Empty);
        Assert.That(
            map!.Tags.Tags.Select(t => $"{t.Name} {t.Address}"),
            Is.EqualTo(new[] { "PT DB5.DBD4", "ET DB5.DBD8", "IN DB5.DBX12.1", "Q DB5.DBX12.2" })
        );
    }

    private const string Instance = """
        DATA_BLOCK "Motor_1"
        { S7_Optimized_Access := 'FALSE' }
        VERSION : 0.1
        "FB_Motor"

        BEGIN
        END_DATA_BLOCK
        """;

    private const string FunctionBlock = """
        FUNCTION_BLOCK "FB_Motor"
        { S7_Optimized_Access := 'FALSE' }
        VERSION : 0.1
           VAR_INPUT
              Start : Bool;   // Start button
              Speed : Real;
           END_VAR
           VAR_OUTPUT
              Running : Bool;
           END_VAR
           VAR_IN_OUT
              Hours : DInt;
              Recipe : Struct
                 Number : Int;
              END_STRUCT;
           END_VAR
           VAR
              Delay {InstructionName := 'TON_TIME'; LibVersion := '1.0'} : TON_TIME;
              Step : Int;
           END_VAR
           VAR_TEMP
              Scratch : Int;
           END_VAR
           VAR CONSTANT
              MAX : Int := 5;
           END_VAR
        BEGIN
           #Step := 1;
        END_FUNCTION_BLOCK
        """;

    [Test]
    public void An_instance_of_a_function_block_has_its_parameters_and_static_variables_section_by_section()
    {
        using var files = new MapText()
            .With("map.yaml", MapText.WithTags("- { from: B.db, db: 5 }") + "types: { from: FB_Motor.scl }\n")
            .With("B.db", Instance)
            .With("FB_Motor.scl", FunctionBlock);
        var (map, findings) = files.Load();
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "FB_Motor.scl:13:7: warning: 'Recipe' is an in-out parameter, of which 'FB_Motor' stores only a pointer; it is left out",
                }
            )
        );
        Assert.That(
            map!.Tags.Tags.Select(t => $"{t.Name} {t.Address}"),
            Is.EqualTo(
                new[]
                {
                    "Start DB5.DBX0.0",
                    "Speed DB5.DBD2",
                    "Running DB5.DBX6.0",
                    "Hours DB5.DBD8",
                    "Delay/PT DB5.DBD22",
                    "Delay/ET DB5.DBD26",
                    "Delay/IN DB5.DBX30.1",
                    "Delay/Q DB5.DBX30.2",
                    "Step DB5.DBW34",
                }
            )
        );
    }

    [Test]
    public void An_instance_of_a_function_block_without_its_source_is_left_out_with_a_warning()
    {
        var (map, findings) = Load(Instance);
        Assert.That(map, Is.Not.Null);
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "B.db:1:12: warning: the block 'Motor_1' is left out: it is an instance of \"FB_Motor\", which no source declares; name the source of "
                        + "this function block or type as well, 'types: { from: [FB_Motor.scl] }'",
                }
            )
        );
    }

    private static (BridgeMap? Map, string[] Findings) Load(string source)
    {
        using var files = new MapText()
            .With("map.yaml", MapText.WithTags("- { from: B.db, db: 5 }"))
            .WithBytes("B.db", Encoding.UTF8.GetBytes(source));
        return files.Load();
    }
}
