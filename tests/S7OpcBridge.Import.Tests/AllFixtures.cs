using System.Text;
using S7OpcBridge.Import.Tests.Gateways;
using S7OpcBridge.Import.Tests.Kepware;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Import.Tests;

/// <summary>One small source of every format.</summary>
internal static class AllFixtures
{
    public static IEnumerable<(string Name, byte[] Bytes)> Of()
    {
        foreach (var (name, text) in Texts)
            yield return (name, Encoding.UTF8.GetBytes(text));
        yield return (
            "flexible.csv",
            [
                0xFF,
                0xFE,
                .. Encoding.Unicode.GetBytes(
                    "WinCC flexible 2008\n# Automatically generated tag export file.\n\nTank.Level\tS7\tDB 42 DBW 1400\tInt\t\t1\t2\t1 "
                        + "s\t100,5\t\t\t0\t1\t10\t0\t12,5\t0\t\t0\tlevel\nM1\tS7\tM 132.0\tBool\t\t1\t2\t100 ms\t\t\t\t\t0\n"
                ),
            ]
        );
        yield return ("plant.zip", Step7.Step7ProjectTests.Project());
        yield return ("HMIAlarms.xlsx", Xlsx.Of(Hmi.HmiAlarmTests.Alarms));
        yield return (
            "iobroker.xlsx",
            Xlsx.Of(
                "DB20",
                ["DB", "Byte", "Bit", "Name", "Description", "Type", "Length"],
                ["20", "1", "3", "Lamp", "", "BOOL", ""],
                ["20", "2", "", "Label", "", "S7STRING", "22"]
            )
        );
        yield return ("v17.plf", TiaProjects.TiaProjectTests.WithAxis(TiaProjects.Plant.Of()).ToArray());
        yield return ("v12.plf", TiaProjects.TiaProjectTests.WithAxis(TiaProjects.Plant.Of(isOld: true)).ToArray());
        yield return ("v17.zap17", TiaProjects.TiaProjectTests.WithAxis(TiaProjects.Plant.Of()).ToArchive());
        yield return (
            "PLCTags.xlsx",
            Xlsx.Of(
                "PLC Tags",
                ["Name", "Path", "Data Type", "Logical Address", "Comment", "Hmi Writeable"],
                ["Start", "T", "Bool", "%I0.0", "c", "True"],
                ["Speed", "T", "Real", "%MD20", "", "True"]
            )
        );
    }

    private static readonly (string, string)[] Texts =
    [
        ("messages.csv", Messages.MessageTextTests.WinCc),
        (
            "kepware.csv",
            KepwareCsvTests.Head
                + "\"Mixer.Motor.Speed\",\"DB10,REAL4\",Float,1,R/W,100,Linear,0,100,0,10,Double,1,1,rpm,\"Speed: of "
                + "\"\"A\"\"\",\n\"Mixer.Values\",\"DB10,INT10[4]\",Short Array,1,R/W,500,,,,,,,,,,\"\",\n\"T\",\"T5\",DWord,1,RO,,,,,,,,,,,\"\",\n"
        ),
        ("kepware.json", KepwareJsonTests.Project),
        ("flows.json", Fixtures.NodeRed),
        ("telegraf.conf", Fixtures.Telegraf),
        ("iobroker.json", Fixtures.IoBroker),
        ("neuron.json", Fixtures.Neuron),
        ("ignition.json", Fixtures.Ignition),
        ("td.json", Fixtures.Thing),
        ("s7.json", Fixtures.ThingsBoard),
        (
            "neuron.csv",
            "group,name,address,attribute,type,description,decimal\ng1,Tag,DB1.DBW10,Read Write,INT16,text,0.1\ng1,Name,DB1.DBW12.20,Read,STRING,,\n"
        ),
        (
            "config.yml",
            "devices:\n  - name: Line1\n    connectionString: s7://10.0.0.5:1102?remote-rack=0&remote-slot=2\n    tags:\n      - alias: Tag\n        address: "
                + "'%DB4.DBW0:INT[3]'\n      - alias: Bit\n        address: '%M1.0:BOOL'\n"
        ),
        ("suite.csv", "Name;Address;Data Type;Comment\nRun;DB1,BOOL6.0;BOOL;runs\nSpeed;DB1,REAL8;REAL;\n"),
        (
            "plc4x.properties",
            "sources=a,b\nsources.a.connectionString=s7://10.0.0.5\nsources.a.jobReferences=fast\n"
                + "sources.b.connectionString=s7://10.0.0.6\nsources.b.jobReferences.fast.topic=t\njobs.fast.interval=100\n"
                + "jobs.fast.tags.speed=%DB4.DBD0:REAL\n"
        ),
        ("alarms.csv", "ID;Name;Alarm text [de-DE];Class;Trigger tag;Trigger bit\n1;A1;open;Errors;%DB5.DBW10;3\n"),
        (
            "array.xml",
            "<Document><SW.Blocks.ArrayDB "
                + "ID=\"0\"><AttributeList><ArrayDataType>Int</ArrayDataType><ArrayLimitUpperBound>2</ArrayLimitUpperBound>"
                + "<MemoryLayout>Standard</MemoryLayout><Name>DB_Axes</Name><Number>30</Number></AttributeList></SW.Blocks.ArrayDB></Document>"
        ),
        ("vars.csv", "DB1,X0.1;Run\nMW20;Count\nDB1,REAL4;Speed\n"),
        (
            "tags.xml",
            "<?xml version='1.0' encoding='utf-8'?><Tagtable name='T'><Tag type='Bool' hmiWriteable='True' remark='start' addr='%M0.0'>Start</Tag><Tag "
                + "type='Real' remark='' addr='%MD20'>Speed</Tag></Tagtable>"
        ),
        (
            "tags.sdf",
            "\"Start\",\"%I0.0\",\"Bool\",\"True\",\"False\",\"True\",\"start\",\"\",\"True\"\n"
                + "\"Speed\",\"%MD20\",\"Real\",\"True\",\"True\",\"False\",\"\",\"\",\"True\"\n"
        ),
        (
            "DB5.awl",
            "TYPE \"Tel\"\n STRUCT\n  State : Word; // word\n  Text : String[10];\n END_STRUCT;\nEND_TYPE\nDATA_BLOCK DB 5\n STRUCT\n  Run : Bool;\n  Axis : "
                + "ARRAY[1..3] OF STRUCT\n   Pos : Real := 1.0; // position\n   End : Bool;\n  END_STRUCT;\n  T : \"Tel\";\n "
                + "END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
        ),
        (
            "HMI.s7dcl",
            "{ S7_BlockNumber := \"700\"; S7_Optimized := \"TRUE\" }\nDATA_BLOCK HMI_DB\n VAR\n { S7_Access := \"ReadOnly := External\" }\n State : USInt;\n "
                + "Pump : Array[1..2] of STRUCT\n A : Int;\n END_STRUCT;\n END_VAR\nEND_DATA_BLOCK\n"
        ),
        (
            "block.xml",
            "<Document><SW.Blocks.GlobalDB ID=\"0\"><AttributeList><Interface><Sections><Section Name=\"Static\"><Member Name=\"Run\" "
                + "Datatype=\"Bool\"/><Member Name=\"Axis\" Datatype=\"Array[0..1] of Struct\"><Member Name=\"Pos\" "
                + "Datatype=\"Real\"/></Member></Section></Sections></Interface><MemoryLayout>Standard</MemoryLayout>"
                + "<Name>DB_Pack</Name><Number>12</Number></AttributeList></SW.Blocks.GlobalDB></Document>"
        ),
        (
            "hmi.csv",
            "Name;Path;Connection;PLC tag;DataType;Length;Access Method;Address;Acquisition cycle;Limit Upper 2;Limit Lower 2\nLevel;T;HMI_1;;Int;2;Absolute "
                + "access;%DB40.DBW2;1 s;100;0\n"
        ),
        (
            "symbols.asc",
            "126,"
                + "Halt".PadRight(24)
                + "E       0.4 BOOL".PadRight(22)
                + "stop".PadRight(80)
                + "\n126,"
                + "Speed".PadRight(24)
                + "MD     20   REAL".PadRight(22)
                + "".PadRight(80)
                + "\n"
        ),
        ("symbols.sdf", $"\"{"Halt", -24}\",\"{"E       0.4", -12}\",\"{"BOOL", -10}\",\"{"stop", -80}\"\n"),
    ];
}
