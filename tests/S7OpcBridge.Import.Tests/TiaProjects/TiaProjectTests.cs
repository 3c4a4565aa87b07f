namespace S7OpcBridge.Import.Tests.TiaProjects;

public sealed class TiaProjectTests
{
    private const string Axis = """
        <Root><Member ID="51" Name="Run" RID="0x02000001" StdO="0"/><Member ID="52" Name="Speed" RID="0x02000005" StdO="16"/>
        <Member ID="53" Name="Motor" RID="0x02000300" Type="&quot;Motor&quot;" SubPartIndex="1" StdO="32"/>
        <Member ID="54" Name="Steps" RID="0x99010000" Type="Array[0..1] of Struct" SubPartIndex="0" StdO="80"/>
        <Member ID="55" Name="Text" RID="0x02000013" Type="String[10]" StdO="144"/></Root>
        """;

    private const string Step =
        """<Member><Member ID="51" Name="Time" RID="0x02000004"/><Member ID="52" Name="On" RID="0x02000001"/></Member>""";

    private const string Motor =
        """<Root><Member ID="51" Name="Pos" RID="0x02000008" StdO="0"/><Member ID="52" Name="End" RID="0x02000001" StdO="32" MFlags="9"/></Root>""";

    private static readonly ImportOptions Options = new();

    [Test]
    public void Tags_have_name_type_address_table_comment_and_access([Values] bool isOld)
    {
        var map = Import(Plant.Of(isOld), new ImportOptions { Language = "de" });
        Assert.That(map.Place("Start"), Is.EqualTo("M0.0 Bool"));
        Assert.That(map.Place("Line 1/Drive/Speed"), Is.EqualTo("MD20 Real"));
        Assert.That(map["Start"].Details!.Description, Is.EqualTo("läuft los"));
        Assert.That(map["Start"].Access, Is.EqualTo(Core.TagAccess.ReadWrite));
        Assert.That(map["Line 1/Drive/Speed"].Access, Is.EqualTo(Core.TagAccess.Read));
    }

    [Test]
    public void The_hardware_gives_address_profile_and_what_the_CPU_allows([Values] bool isOld)
    {
        var text = Import(Plant.Of(isOld)).Text;
        Assert.That(text, Does.Contain("name: PLC_1").And.Contain("host: 192.168.0.10").And.Contain("profile: s7-1500"));
        Assert.That(text, Does.Contain("# CPU 1511-1 PN, 6ES7 511-1AK02-0AB0, firmware V2.9"));
        Assert.That(text, Does.Contain("# PUT/GET is allowed").And.Contain("# access level 2 of 4"));
    }

    [Test]
    public void Blocks_with_standard_access_have_addresses()
    {
        var plant = WithAxis(Plant.Of());
        var map = Import(plant);
        Assert.That(map.Place("Axis/Run"), Is.EqualTo("DB12.DBX0.0 Bool"));
        Assert.That(map.Place("Axis/Speed"), Is.EqualTo("DB12.DBW2 Int"));
        Assert.That(map.Place("Axis/Motor/Pos"), Is.EqualTo("DB12.DBD4 Real"));
        Assert.That(map.Place("Axis/Motor/End"), Is.EqualTo("DB12.DBX8.0 Bool"));
        Assert.That(map.Place("Axis/Steps[1]/On"), Is.EqualTo("DB12.DBX16.0 Bool"));
        Assert.That(map.Place("Axis/Text"), Is.EqualTo("DB12.DBB18 String[10]"));
        Assert.That(map["Axis/Speed"].Details!.Description, Is.EqualTo("rpm"));
        Assert.That(map.Lines, Has.None.StartWith("LeftOut"));
    }

    [Test]
    public void A_block_whose_members_lie_elsewhere_than_the_rules_say_is_left_out()
    {
        var plant = Plant.Of();
        Plant.Block(plant, 100, "Edited", 5, Axis.Replace("StdO=\"16\"", "StdO=\"48\""), false, Step, ("InterfaceVersionRootData", 150UL));
        Plant.Interface(plant, 150, Motor, []);
        var map = Import(plant);
        Assert.That(map.Tags.Select(tag => tag.Name), Has.None.StartsWith("Edited"));
        Assert.That(map.Lines, Has.Some.StartWith("LeftOut").And.Contains("'Speed' lies elsewhere"));
    }

    [Test]
    public void Optimised_blocks_are_read_by_symbol_where_the_CPU_can()
    {
        var map = Import(WithOptimised(Plant.Of()));
        Assert.That(map.Text, Does.Contain("symbol: '\"Recipe\".Values'"));
        Assert.That(map.Text, Does.Contain("protocol: s7plus"));
        Assert.That(map.Lines, Has.Some.StartWith("LeftOut").And.Contains("Recipe/Secret: it is not accessible from HMI"));
    }

    [Test]
    public void Optimised_blocks_of_a_CPU_without_symbols_are_left_out_and_the_rest_keeps_its_addresses()
    {
        var map = Import(WithOptimised(Plant.Of(firmware: "V2.6")));
        Assert.That(map.Place("Start"), Is.EqualTo("M0.0 Bool"));
        Assert.That(map.Text, Does.Not.Contain("s7plus"));
        Assert.That(map.Lines, Has.Some.StartWith("LeftOut").And.Contains("clear 'Optimized block access'"));
    }

    [Test]
    public void An_instance_has_the_members_of_its_function_block()
    {
        var plant = Plant.Of();
        plant.Add(
            "DataBlockData",
            100,
            ("ICoreAttributes.Name", "Inst"),
            (">Environment", Plant.Project),
            (">Target", Plant.Cpu),
            ("IGeneralBlockSourceData.Number", 20),
            ("IGeneralDataBlockSourceData.Type", 6),
            (">CurrentInterface", ("InterfaceVersionRootData", 101UL))
        );
        plant.Add(
            "InterfaceVersionRootData",
            101,
            ("IInterfacePartData.Kind", 2),
            (">UsedParts", new[] { ("InterfaceVersionRootData", 110UL) })
        );
        Plant.Interface(
            plant,
            110,
            """
            <Root><Constants><Constant Display="#MAX" Value="3"/></Constants><Member ID="2" Name="Input" SubPartIndex="0" StdO="0"/>
            <Member ID="5" Name="Static" StdO="16"><Member ID="52" Name="Old" RID="0x02010005" Type="Array[1..#MAX] of Int" StdO="0"/>
            <Member ID="53" Name="View" RID="0x02000004" AtMemberID="52"/></Member><Member ID="6" Name="Temp"/></Root>
            """,
            [],
            """<Member><Member ID="51" Name="In" RID="0x02000001" StdO="0"/></Member>"""
        );
        var map = Import(plant);
        Assert.That(map.Place("Inst/In"), Is.EqualTo("DB20.DBX0.0 Bool"));
        Assert.That(map.Place("Inst/Old"), Is.EqualTo("DB20.DBW2 Array[1..3] of Int"));
    }

    [Test]
    public void Interfaces_of_V11_to_V13_are_read_too()
    {
        var plant = Plant.Of(isOld: true);
        plant.Add(
            "OldDataBlockData",
            100,
            ("ICoreAttributes.Name", "Old"),
            (">Environment", Plant.Project),
            (">Target", Plant.Cpu),
            ("IGeneralBlockData.Number", 7),
            ("IGeneralDataBlockSourceData.Type", 5),
            (">Source", ("XmlPartData", 101UL))
        );
        (string, ulong)[] parts = [("", 0), ("XmlPartData", 102), ("XmlPartData", 103)];
        plant.Add(
            "XmlPartData",
            101,
            ("IBlockInterfaceXmlPartData.XmlPartKind", 1),
            (">ReferencedXmlParts", parts),
            (
                "IXmlPartData.PayLoad",
                Bytes("""<Root xmlns="urn:old"><Member ID="2" Name="Static" RID="0xFFFF" Type="Section" SubPartIndex="2"/></Root>""")
            )
        );
        plant.Add(
            "XmlPartData",
            102,
            ("IBlockInterfaceXmlPartData.XmlPartKind", 100),
            (
                "IXmlPartData.PayLoad",
                Bytes(
                    """<OffsetData><OffsetDataMap OffsetSpecification="CLASSIC_PLEASE"><Data Path="51" Relative="0"/><Data Path="52" Relative="48"/></OffsetDataMap></OffsetData>"""
                )
            )
        );
        plant.Add(
            "XmlPartData",
            103,
            ("IBlockInterfaceXmlPartData.XmlPartKind", 5),
            (
                "IXmlPartData.PayLoad",
                Bytes(
                    """<Member><Member ID="51" Name="Values" RID="0x02010005" Type="Array [1 .. 3] of Int"/><Member ID="52" Name="On" RID="0x02000001" Type="Bool"/></Member>"""
                )
            )
        );
        var map = Import(plant);
        Assert.That(map.Place("Old/Values"), Is.EqualTo("DB7.DBW0 Array[1..3] of Int"));
        Assert.That(map.Place("Old/On"), Is.EqualTo("DB7.DBX6.0 Bool"));
    }

    [Test]
    public void A_tag_of_a_PLC_data_type_becomes_its_members()
    {
        var plant = WithAxis(Plant.Of());
        Plant.Tag(plant, 60, "Telegram", "\"Motor\"", "%I100.0", 40);
        Assert.That(Import(plant).Place("Telegram/Pos"), Is.EqualTo("ID100 Real"));
    }

    [Test]
    public void HMI_tags_give_rate_and_limits_to_the_tag_that_they_show([Values] bool isOld)
    {
        var plant = WithAxis(Plant.Of(isOld));
        Plant.Hmi(plant, "Axis.Speed");
        var map = Import(plant);
        Assert.That(map.Lines, Has.Some.StartWith("Skipped").And.Contains("HMI_RT_1/page"));
        if (isOld)
            return;
        Assert.That(map.Text, Does.Contain("500ms"));
        Assert.That(map["Axis/Speed"].Details!.Limits, Is.EqualTo(new Core.TagRange(10, 90)));
    }

    [Test]
    public void Protected_blocks_deleted_objects_and_copies_of_libraries_are_not_read()
    {
        var plant = WithAxis(Plant.Of());
        plant.Add(
            "DataBlockData",
            200,
            ("ICoreAttributes.Name", "Know"),
            (">Environment", Plant.Project),
            (">Target", Plant.Cpu),
            ("ICoreAttributes.Protection", 1),
            (">CurrentInterface", ("InterfaceVersionRootData", 101UL))
        );
        Plant.Tag(plant, 61, "Gone", "Bool", "%M9.0", 40);
        plant.Delete("EAMTZTagData", 61);
        plant.Add(
            "EAMTZTagData",
            62,
            ("ICoreAttributes.Name", "Copy"),
            (">Environment", ("FolderData", 42UL)),
            (">Target", Plant.Cpu),
            ("IStructureItem.DisplayTypeName", "Bool"),
            ("ITagAddress.LogicalAddress", "%M9.1")
        );
        var map = Import(plant);
        Assert.That(map.Tags.Select(tag => tag.Name), Has.None.Contains("Know").And.None.EqualTo("Gone").And.None.EqualTo("Copy"));
        Assert.That(map.Lines, Has.Some.StartWith("LeftOut").And.Contains("PLC_1/Know: the block is know-how protected"));
    }

    [Test]
    public void The_last_version_of_an_object_wins()
    {
        var plant = Plant.Of();
        Plant.Tag(plant, 50, "Start", "Bool", "%M7.7", 40);
        Assert.That(Import(plant).Place("Start"), Is.EqualTo("M7.7 Bool"));
    }

    [Test]
    public void An_object_whose_hash_does_not_fit_is_left_out_and_named_in_a_note()
    {
        var plant = Plant.Of();
        Plant.Tag(plant, 61, "Changed", "Bool", "%M9.0", 40);
        var map = Import(plant.WithWrongHash());
        Assert.That(map.Tags.Select(tag => tag.Name), Has.None.EqualTo("Changed").And.Some.EqualTo("Start"));
        Assert.That(map.Lines, Has.Some.StartWith("Note").And.Contains("1 objects of the project do not fit their SHA-256"));
    }

    [Test]
    public void A_file_that_ends_in_the_middle_gives_what_stands_before([Values] bool isOld)
    {
        var map = ImportedMap.Of(Options, ("PEData.plf", Plant.Of(isOld).ToArray()[..^40]));
        Assert.That(map.Place("Start"), Is.EqualTo("M0.0 Bool"));
        Assert.That(map.Lines, Has.Some.StartWith("Note").And.Contains("broken at byte"));
    }

    [Test]
    public void The_archive_and_the_data_file_alone_give_the_same()
    {
        var plant = WithAxis(Plant.Of());
        var (archive, file) = (
            ImportedMap.Of(Options, ("p.zap17", plant.ToArchive())),
            ImportedMap.Of(Options, ("anything", plant.ToArray()))
        );
        Assert.That(archive.Text.Split('\n')[1..], Is.EqualTo(file.Text.Split('\n')[1..]));
    }

    [Test]
    public void A_project_of_20_000_tags_is_taken_whole()
    {
        var plant = Plant.Of();
        for (var i = 0; i < 20_000; i++)
            Plant.Tag(plant, 1000 + (ulong)i, $"Tag {i}", "Int", $"%MW{2 * i}", 41);
        var result = ProjectImport.Run([("big.plf", plant.ToArray())], "map.yaml", Options, CancellationToken.None);
        Assert.That(result.Report.Taken, Is.EqualTo(20_002));
        Assert.That(result.Report.LeftOut, Is.Zero);
    }

    internal static PlfBuilder WithAxis(PlfBuilder plant)
    {
        Plant.Block(plant, 100, "Axis", 12, Axis, false, Step, ("InterfaceVersionRootData", 150UL));
        plant.Add(
            "UserTypeData",
            160,
            ("ICoreAttributes.Name", "Motor"),
            (">Environment", Plant.Project),
            (">Target", Plant.Cpu),
            (">CurrentInterface", ("InterfaceVersionRootData", 150UL))
        );
        Plant.Interface(plant, 150, Motor, []);
        // The newer version of the root knows the block's comments.
        return plant.Add(
            "InterfaceVersionRootData",
            101,
            ("IInterfacePartData.Kind", 1),
            ("IInterfacePartData.Payload", Bytes(Axis)),
            ("#52", new[] { ((ushort)0x0409, "rpm") }),
            (">UsedParts", new[] { ("InterfacePartData", 102UL), ("InterfaceVersionRootData", 150UL) })
        );
    }

    private static PlfBuilder WithOptimised(PlfBuilder plant)
    {
        Plant.Block(
            plant,
            120,
            "Recipe",
            30,
            """
            <Root><Member ID="51" Name="Values" RID="0x02010005" Type="Array[0..3] of Int" MFlags="15"/>
            <Member ID="52" Name="Secret" RID="0x02000005" MFlags="76"/></Root>
            """,
            isOptimised: true
        );
        return plant;
    }

    private static byte[] Bytes(string text) => System.Text.Encoding.UTF8.GetBytes(text);

    private static ImportedMap Import(PlfBuilder plant, ImportOptions? options = null) =>
        ImportedMap.Of(options ?? Options, ("plant.plf", plant.ToArray()));
}
