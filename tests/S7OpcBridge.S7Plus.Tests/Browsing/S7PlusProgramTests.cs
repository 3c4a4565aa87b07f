using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Tests.Client;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Browsing;

public sealed class S7PlusProgramTests
{
    private const uint DbType = 0x9201_0001;
    private const uint AxisType = 0x9201_0002;
    private const uint MemoryType = 0x9003_0000;
    private const ushort Open = TypeElement.HmiVisible | TypeElement.HmiAccessible;

    [Test, CancelAfter(60_000)]
    public async Task A_symbol_has_its_address_checksum_and_shape(CancellationToken cancellationToken)
    {
        await using var plant = await PlantAsync(cancellationToken);
        var found = await plant.FindAsync("\"DB_Pack\".Speed", cancellationToken);
        var crc = new SymbolCrc();
        crc.Add("Speed", S7PlusType.Real);
        Assert.Multiple(() =>
        {
            Assert.That(found.Path, Is.EqualTo("\"DB_Pack\".Speed"));
            Assert.That(found.Type, Is.EqualTo(S7PlusType.Real));
            Assert.That(found.Item!.Value.Address, Is.EqualTo(new S7PlusAddress(0x8A0E_000A, PlusIds.DbValues, [9], crc.Value)));
            Assert.That(found.Item!.Value.Shape, Is.EqualTo(new S7PlusShape(S7PlusType.Real)));
        });
    }

    // LIDs of arrays: S7CommPlusDriver (Browser, BrowserArrayTests).
    [TestCase("\"DB_Pack\".Axis[2].Position", "8A0E000A.A.1.1.9", 0)]
    [TestCase("\"DB_Pack\".Temps[-3]", "8A0E000A.B.0", 0)]
    [TestCase("\"DB_Pack\".Temps[0]", "8A0E000A.B.3", 0)]
    [TestCase("\"DB_Pack\".Grid[1,2]", "8A0E000A.C.4", 0)]
    [TestCase("\"DB_Pack\".Flags[1,0]", "8A0E000A.D.8", 0)]
    [TestCase("\"DB_Pack\".Flags[2,2]", "8A0E000A.D.12", 0)]
    [TestCase("\"Motor On\"", "52.9", 1)]
    [TestCase("\"DB_Pack\".Names[1]", "8A0E000A.E.1", 0)]
    public async Task An_element_is_addressed_by_its_index_from_zero(string path, string address, int withCrc)
    {
        await using var plant = await PlantAsync(CancellationToken.None);
        var found = await plant.FindAsync(path, CancellationToken.None);
        Assert.Multiple(() =>
        {
            Assert.That(found.Item!.Value.Address.ToString(), Is.EqualTo(address));
            Assert.That(found.Item!.Value.Address.Crc != 0, Is.EqualTo(withCrc == 1), "no formula is known for elements");
            Assert.That(found.Path, Is.EqualTo(path));
        });
    }

    [TestCase("\"DB_Pack\".Temps", 8)]
    [TestCase("\"DB_Pack\".Grid", 6)]
    public async Task A_whole_array_of_numbers_is_one_item(string path, int count)
    {
        await using var plant = await PlantAsync(CancellationToken.None);
        Assert.That((await plant.FindAsync(path, CancellationToken.None)).Item!.Value.Shape.Count, Is.EqualTo(count));
    }

    [TestCase("\"DB_Pakc\".Speed", S7PlusLookupProblem.NoBlock, "\"DB_Pakc\"")]
    [TestCase("\"DB_Pack\".Spede", S7PlusLookupProblem.NoMember, "Spede")]
    [TestCase("\"DB_Load\".Speed", S7PlusLookupProblem.NotLoaded, "\"DB_Load\"")]
    [TestCase("\"DB_Pack\".Speed[1]", S7PlusLookupProblem.NotAnArray, "Speed[1]")]
    [TestCase("\"DB_Pack\".Temps[5]", S7PlusLookupProblem.OutOfBounds, "Temps[5]")]
    [TestCase("\"DB_Pack\".Temps[-4]", S7PlusLookupProblem.OutOfBounds, "Temps[-4]")]
    [TestCase("\"DB_Pack\".Grid[1]", S7PlusLookupProblem.OutOfBounds, "Grid[1]")]
    [TestCase("\"DB_Pack\".Axis.Position", S7PlusLookupProblem.IndexMissing, "Axis")]
    [TestCase("\"DB_Pack\".Speed.x", S7PlusLookupProblem.NoMember, "x")]
    [TestCase("\"DB_Pack", S7PlusLookupProblem.BadPath, "\"DB_Pack")]
    public async Task A_symbol_that_is_not_there_is_told_with_the_part_that_is_wrong(string path, S7PlusLookupProblem problem, string at)
    {
        await using var plant = await PlantAsync(CancellationToken.None);
        var lookup = await plant.Program.FindAsync(path, CancellationToken.None);
        Assert.Multiple(() =>
        {
            Assert.That(lookup.Symbol, Is.Null);
            Assert.That(lookup.Problem, Is.EqualTo(problem));
            Assert.That(lookup.At, Is.EqualTo(at));
            if (problem is S7PlusLookupProblem.NoBlock)
                Assert.That(lookup.Names, Does.Contain("DB_Pack").And.Contain("Motor On"));
            if (problem is S7PlusLookupProblem.NoMember && at == "Spede")
                Assert.That(lookup.Names, Does.Contain("Speed"));
        });
    }

    [Test, CancelAfter(60_000)]
    public async Task Everything_below_a_block_is_found_and_what_panels_may_not_see_is_marked_with_all_below_it(
        CancellationToken cancellationToken
    )
    {
        await using var plant = await PlantAsync(cancellationToken);
        var block = plant.Program.Blocks.Single(each => each.Name == "DB_Pack");
        var found = new List<string>();
        await foreach (
            var symbol in plant.Program.ItemsBelowAsync(S7PlusProgram.SymbolOf(block), new S7PlusSymbolBudget(), cancellationToken)
        )
            found.Add(symbol.Path["\"DB_Pack\".".Length..] + (symbol.IsAccessible ? "" : "!") + (symbol.IsReadOnly ? "?" : ""));
        Assert.That(
            found,
            Is.EqualTo(
                new[]
                {
                    "Speed",
                    "Axis[1].Position",
                    "Axis[1].\"a b\"?",
                    "Axis[2].Position",
                    "Axis[2].\"a b\"?",
                    "Temps",
                    "Grid",
                    "Flags[0,0]",
                    "Flags[0,1]",
                    "Flags[0,2]",
                    "Flags[1,0]",
                    "Flags[1,1]",
                    "Flags[1,2]",
                    "Flags[2,0]",
                    "Flags[2,1]",
                    "Flags[2,2]",
                    "Names[0]",
                    "Names[1]",
                    "Hidden.Position!",
                    "Hidden.\"a b\"!?",
                }
            )
        );
    }

    [Test, CancelAfter(60_000)]
    public async Task All_types_come_in_one_answer_when_they_are_asked_for(CancellationToken cancellationToken)
    {
        await using var plant = await PlantAsync(cancellationToken);
        await plant.Program.LoadTypesAsync(cancellationToken);
        var before = plant.Cpu.Requests.Count;
        await plant.FindAsync("\"DB_Pack\".Axis[1].Position", cancellationToken);
        Assert.That(plant.Cpu.Requests, Has.Count.EqualTo(before));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_download_is_told_by_the_names_of_what_changed(CancellationToken cancellationToken)
    {
        await using var plant = await PlantAsync(cancellationToken);
        Assert.That(await plant.Program.FindChangesAsync(cancellationToken), Is.Empty);
        Assert.That(await plant.Program.FindChangesAsync(cancellationToken), Is.Empty, "looked at again");
        plant.Cpu.Objects[PlusIds.PlcProgram] = [Block(10, "DB_Pack", 2), Block(12, "DB_New", 1)];
        Assert.That(await plant.Program.FindChangesAsync(cancellationToken), Is.EqualTo(new[] { "DB_Pack", "DB_Load", "DB_New" }));
    }

    private static async Task<Plant> PlantAsync(CancellationToken cancellationToken)
    {
        var cpu = new FakeCpu();
        cpu.Objects[PlusIds.PlcProgram] = [Block(10, "DB_Pack", 1), Block(11, "DB_Load", 1)];
        cpu.Values[new S7PlusAddress(0x8A0E_000A, PlusIds.DbValues, [1])] = PlusValue.Rid(DbType);
        PlusObject[] types =
        [
            Type(
                DbType,
                ("Speed", Plain(9, S7PlusType.Real)),
                (
                    "Axis",
                    Plain(10, S7PlusType.Struct) with
                    {
                        Kind = OffsetKind.StructArray,
                        LowerBound = 1,
                        Count = 2,
                        TypeRid = AxisType,
                    }
                ),
                ("Temps", Plain(11, S7PlusType.Int) with { Kind = OffsetKind.Array, LowerBound = -3, Count = 8 }),
                (
                    "Grid",
                    Plain(12, S7PlusType.DInt) with
                    {
                        Kind = OffsetKind.MultiArray,
                        Count = 6,
                        LowerBounds = [1, 0],
                        Counts = [3, 2],
                    }
                ),
                (
                    "Flags",
                    Plain(13, S7PlusType.BitBool) with
                    {
                        Kind = OffsetKind.MultiArray,
                        Count = 9,
                        LowerBounds = [0, 0],
                        Counts = [3, 3],
                    }
                ),
                ("Names", Plain(14, S7PlusType.String) with { Kind = OffsetKind.Array, TextLength = 20, Count = 2 }),
                ("Hidden", Plain(15, S7PlusType.Struct) with { Kind = OffsetKind.Struct, Flags = 0, TypeRid = AxisType })
            ),
            Type(
                AxisType,
                ("Position", Plain(9, S7PlusType.LReal)),
                ("a b", Plain(10, S7PlusType.Int) with { Flags = Open | TypeElement.HmiReadOnly })
            ),
            Type(MemoryType, ("Motor On", Plain(9, S7PlusType.Bool))),
        ];
        foreach (var type in types)
            cpu.Objects[type.Rid] = [type];
        var container = new PlusObject { Rid = PlusIds.TypeInfoContainer, Class = PlusIds.TypeInfoContainerClass };
        container.Children.AddRange(types);
        cpu.Objects[PlusIds.TypeInfoContainer] = [container];
        var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        return new Plant(cpu, connection, await S7PlusProgram.BrowseAsync(connection, cancellationToken));
    }

    private static PlusObject Block(ushort number, string name, ulong modified)
    {
        var block = new PlusObject { Rid = PlusIds.DataBlock(number), Class = PlusIds.DbClass };
        block.Attributes.Add(new PlusMember(PlusIds.Name, PlusValue.WString(name)));
        block.Attributes.Add(new PlusMember(PlusIds.InterfaceModified, new PlusValue(0, WireType.Timestamp, modified, null)));
        return block;
    }

    private static PlusObject Type(uint rid, params (string Name, TypeElement Element)[] members) =>
        new()
        {
            Rid = rid,
            Class = PlusIds.TypeInfoClass,
            Elements = new ElementList(0, [.. members.Select(member => member.Element)]),
            Names = [.. members.Select(member => member.Name)],
        };

    private static TypeElement Plain(uint lid, S7PlusType type) =>
        new()
        {
            Lid = lid,
            Type = type,
            Kind = OffsetKind.Plain,
            Flags = Open,
        };

    private sealed record Plant(FakeCpu Cpu, S7PlusConnection Connection, S7PlusProgram Program) : IAsyncDisposable
    {
        public async Task<S7PlusSymbol> FindAsync(string path, CancellationToken cancellationToken)
        {
            var lookup = await Program.FindAsync(path, cancellationToken);
            return lookup.Symbol ?? throw new AssertionException($"{path}: {lookup.Problem} at {lookup.At}");
        }

        public async ValueTask DisposeAsync()
        {
            await Connection.DisposeAsync();
            await Cpu.DisposeAsync();
        }
    }
}
