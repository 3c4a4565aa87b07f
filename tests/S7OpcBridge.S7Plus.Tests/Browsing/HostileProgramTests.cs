using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Tests.Client;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Browsing;

/// <summary>A CPU whose types have no end: a walk through them ends with a sentence, after a number of symbols that is known before.</summary>
[CancelAfter(60_000)]
public sealed class HostileProgramTests
{
    private const uint First = 0x9201_0001;

    [Test]
    public async Task A_type_that_contains_itself_is_named_where_it_begins_again(CancellationToken cancellationToken)
    {
        var (found, failure) = await WalkAsync([Type(0, ("Speed", Plain(S7PlusType.Real)), ("Next", Struct(0)))], cancellationToken);

        Assert.That(found, Is.EqualTo(new[] { "\"DB_Pack\".Speed" }));
        Assert.That(failure!.Message, Does.StartWith("\"DB_Pack\".Next: its type contains itself").And.Contain("compile and download"));
    }

    [TestCase(1)]
    [TestCase(20)]
    public async Task A_type_that_contains_itself_by_way_of_others_and_their_arrays_is_named(
        int others,
        CancellationToken cancellationToken
    )
    {
        var types = Enumerable.Range(0, others).Select(i => Type(i, ($"M{i}", Array(i + 1, 3)))).Append(Type(others, ("Back", Struct(0))));

        var (found, failure) = await WalkAsync(types, cancellationToken);

        Assert.That(found, Is.Empty);
        Assert.That(failure!.Message, Does.StartWith("\"DB_Pack\".M0[0]").And.Contain("].Back: its type contains itself"));
    }

    [Test]
    public async Task The_same_type_in_several_places_is_no_circle(CancellationToken cancellationToken)
    {
        var (found, failure) = await WalkAsync(
            [
                Type(0, ("A", Struct(1)), ("B", Array(1, 2)), ("C", Struct(2))),
                Type(1, ("X", Plain(S7PlusType.Int))),
                Type(2, ("D", Struct(1))),
            ],
            cancellationToken
        );

        Assert.That(failure, Is.Null);
        Assert.That(found.Select(path => path["\"DB_Pack\".".Length..]), Is.EqualTo(new[] { "A.X", "B[0].X", "B[1].X", "C.D.X" }));
    }

    [Test]
    public async Task Types_that_double_at_each_level_end_at_the_limit(CancellationToken cancellationToken)
    {
        var types = Enumerable
            .Range(0, 28)
            .Select(i => Type(i, ("A", Struct(i + 1)), ("B", Struct(i + 1))))
            .Append(Type(28, ("X", Plain(S7PlusType.Bool))));

        var (found, failure) = await WalkAsync(types, cancellationToken);

        Assert.That(found, Has.Count.LessThan(S7PlusSymbolBudget.MostSymbols));
        Assert.That(failure!.Message, Does.Contain("more than 250,000 symbols are not taken"));
    }

    [Test]
    public async Task Types_that_nest_without_end_end_at_the_limit(CancellationToken cancellationToken)
    {
        var (found, failure) = await WalkAsync(Enumerable.Range(0, 200).Select(i => Type(i, ("A", Struct(i + 1)))), cancellationToken);

        Assert.That(found, Is.Empty);
        Assert.That(failure!.Message, Does.Contain("nested deeper than 32 levels"));
    }

    [TestCase(2_147_483_648u)]
    [TestCase(uint.MaxValue)]
    [TestCase(250_001u)]
    public async Task An_array_of_more_structures_than_there_can_be_is_refused_before_its_first_element(
        uint count,
        CancellationToken cancellationToken
    )
    {
        var (found, failure) = await WalkAsync(
            [Type(0, ("Many", Array(1, count))), Type(1, ("X", Plain(S7PlusType.Int)))],
            cancellationToken
        );

        Assert.That(found, Is.Empty);
        Assert.That(
            failure!.Message,
            Does.StartWith("\"DB_Pack\".Many: it has ").And.Contain(" elements, and more than 250,000 symbols are not taken")
        );
    }

    [Test]
    public async Task An_array_of_more_bytes_than_a_CPU_has_is_no_item(CancellationToken cancellationToken)
    {
        var many = Plain(S7PlusType.LReal) with { Kind = OffsetKind.Array, Count = 1u << 31 };
        var (found, failure) = await WalkAsync([Type(0, ("Many", many))], cancellationToken);

        Assert.That(found, Is.Empty);
        Assert.That(failure!.Message, Does.StartWith("\"DB_Pack\".Many: it has 2,147,483,647 elements"));
    }

    [Test]
    public async Task Values_of_more_bytes_than_a_bridge_takes_end_at_the_limit(CancellationToken cancellationToken)
    {
        var large = Plain(S7PlusType.LReal) with { Kind = OffsetKind.Array, Count = 2 << 20 };

        var (found, failure) = await WalkAsync([Type(0, [.. Enumerable.Range(0, 10).Select(i => ($"A{i}", large))])], cancellationToken);

        Assert.That(found, Has.Count.EqualTo(4));
        Assert.That(failure!.Message, Does.StartWith("\"DB_Pack\".A4: the values of the symbols take more than 67,108,864 bytes"));
    }

    [Test]
    public async Task Paths_of_more_characters_than_a_bridge_takes_end_at_the_limit(CancellationToken cancellationToken)
    {
        var name = new string('x', 250);
        var types = Enumerable
            .Range(0, 30)
            .Select(i => Type(i, (name, Struct(i + 1))))
            .Append(Type(30, [.. Enumerable.Range(0, 10_000).Select(i => ($"X{i}", Plain(S7PlusType.Bool)))]));

        var (found, failure) = await WalkAsync(types, cancellationToken);

        Assert.That(found.Sum(path => (long)path.Length), Is.LessThan(S7PlusSymbolBudget.MostCharacters));
        Assert.That(failure!.Message, Does.Contain("more than 33,554,432 characters"));
    }

    [Test]
    public async Task Descriptions_of_types_that_never_end_are_refused(CancellationToken cancellationToken)
    {
        // Each type has 100,000 elements, and the first of them is of the next type.
        TypeElement[] many = [.. Enumerable.Range(0, 100_000).Select(i => Plain(S7PlusType.Bool))];
        string[] names = ["A", .. Enumerable.Repeat("", many.Length)];
        var types = Enumerable
            .Range(0, 31)
            .Select(i => new PlusObject
            {
                Rid = First + (uint)i,
                Class = PlusIds.TypeInfoClass,
                Elements = new ElementList(1, [Struct(i + 1), .. many]),
                Names = names,
            });

        var (_, failure) = await WalkAsync(types, cancellationToken, alongFirst: true);

        Assert.That(failure!.Message, Does.StartWith("127.0.0.1: the descriptions of its types take more than 256 MB"));
    }

    [Test]
    public async Task A_block_that_is_listed_many_times_is_one(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        cpu.Objects[PlusIds.PlcProgram] = [.. Enumerable.Repeat(Block(), 3)];
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);

        var program = await S7PlusProgram.BrowseAsync(connection, cancellationToken);

        Assert.That(program.Blocks.Count(block => block.Number is not null), Is.EqualTo(1));
    }

    // Along the first members only each step has a budget of its own, so that only the descriptions count.
    private static async Task<(List<string> Found, S7PlusSymbolException? Failure)> WalkAsync(
        IEnumerable<PlusObject> types,
        CancellationToken cancellationToken,
        bool alongFirst = false
    )
    {
        await using var cpu = new FakeCpu();
        cpu.Objects[PlusIds.PlcProgram] = [Block()];
        cpu.Values[new S7PlusAddress(0x8A0E_000A, PlusIds.DbValues, [1])] = PlusValue.Rid(First);
        foreach (var type in types)
            cpu.Objects[type.Rid] = [type];
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var program = await S7PlusProgram.BrowseAsync(connection, cancellationToken);
        var symbol = S7PlusProgram.SymbolOf(program.Blocks.Single(each => each.Name == "DB_Pack"));
        var found = new List<string>();
        try
        {
            if (!alongFirst)
            {
                await foreach (var item in program.ItemsBelowAsync(symbol, new S7PlusSymbolBudget(), cancellationToken))
                    found.Add(item.Path);
                return (found, null);
            }
            while (true)
            {
                await foreach (var child in program.ChildrenAsync(symbol, new S7PlusSymbolBudget(), cancellationToken))
                {
                    symbol = child;
                    break;
                }
            }
        }
        catch (S7PlusSymbolException e)
        {
            Assert.That(connection.IsAlive);
            return (found, e);
        }
    }

    private static PlusObject Block()
    {
        var block = new PlusObject { Rid = PlusIds.DataBlock(10), Class = PlusIds.DbClass };
        block.Attributes.Add(new PlusMember(PlusIds.Name, PlusValue.WString("DB_Pack")));
        return block;
    }

    private static PlusObject Type(int number, params (string Name, TypeElement Element)[] members) =>
        new()
        {
            Rid = First + (uint)number,
            Class = PlusIds.TypeInfoClass,
            Elements = new ElementList(1, [.. members.Select((member, i) => member.Element with { Lid = (uint)i + 9 })]),
            Names = [.. members.Select(member => member.Name)],
        };

    private static TypeElement Plain(S7PlusType type) =>
        new()
        {
            Lid = 0,
            Type = type,
            Kind = OffsetKind.Plain,
            Flags = TypeElement.HmiVisible | TypeElement.HmiAccessible,
        };

    private static TypeElement Struct(int type) => Plain(S7PlusType.Struct) with { Kind = OffsetKind.Struct, TypeRid = First + (uint)type };

    private static TypeElement Array(int type, uint count) => Struct(type) with { Kind = OffsetKind.StructArray, Count = count };
}
