using System.Text;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>What other clients than ours ask a CPU for: who it is, its languages, the languages of its blocks, text lists that it has not.</summary>
[CancelAfter(60_000)]
internal sealed class PlusIdentityTests
{
    [Test]
    public async Task The_CPU_says_who_it_is(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { Cpu = "1;6ES7 511-1AK02-0AB0;V2.9" });
        await using var connection = await plant.ConnectAsync(cancel);
        var numbers = (await GetAsync(connection, 49, 3753, cancel)).Bytes.ToArray();
        Assert.That(Encoding.ASCII.GetString(numbers, 8, 19), Is.EqualTo("6ES7 511-1AK02-0AB0"));
        Assert.That(Encoding.ASCII.GetString(numbers, 28, 16), Is.EqualTo("S SOFTPLC-000001"));
        Assert.That(numbers[47..51], Is.EqualTo(new byte[] { 2, 9, 0, 0 }));
        Assert.That((await GetAsync(connection, 50, PlusIds.Name, cancel)).Text, Is.EqualTo("SoftPLC"));
        Assert.That((await GetAsync(connection, 1, 2459, cancel)).Bytes.Length, Is.EqualTo(8));
    }

    [TestCase("")]
    [TestCase("1;6ES7")]
    [TestCase("1;6ES7 512-1DM03-0AB0 and more;Vx.999.1.2.3.4")]
    public async Task An_identity_of_another_form_is_cut_and_breaks_nothing(string cpu, CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { Cpu = cpu });
        await using var connection = await plant.ConnectAsync(cancel);
        Assert.That((await GetAsync(connection, 49, 3753, cancel)).Bytes.Length, Is.EqualTo(53));
    }

    [Test]
    public async Task The_languages_of_its_alarms_are_numbers_of_16_bits_in_an_object_of_their_own(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(
            new SoftPlusOptions
            {
                Alarms = [new SoftAlarm("DB_Pack", 1, [new SoftAlarmText(1033, "Jam"), new SoftAlarmText(1031, "Stau")])],
            }
        );
        await using var connection = await plant.ConnectAsync(cancel);
        var container = (await ExploreAsync(connection, AlarmIds.TextContainer, cancel)).Single();
        Assert.That((container.Rid, container.Class), Is.EqualTo((114u, 4672u)));
        var languages = container[AlarmIds.CpuLanguages]!;
        Assert.That((languages.Type, languages.IsArray), Is.EqualTo((WireType.UInt, true)));
        Assert.That(languages.Numbers.ToArray(), Is.EqualTo(new ulong[] { 1033, 1031 }));
        Assert.That(
            (await GetAsync(connection, AlarmIds.TextContainer, AlarmIds.CpuLanguages, cancel)).Numbers.ToArray(),
            Is.EqualTo(new ulong[] { 1033, 1031 })
        );
    }

    [Test]
    public async Task Each_block_tells_the_language_that_it_is_written_in(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var program = (await ExploreAsync(connection, PlusIds.PlcProgram, cancel)).Single();
        Assert.That(program.Children, Has.Count.EqualTo(2));
        Assert.That(
            program.Children.Select(static block => (block[PlusIds.BlockLanguage]!.Type, block[PlusIds.BlockLanguage]!.AsUInt32())),
            Is.All.EqualTo((WireType.UInt, 5u))
        );
    }

    [Test]
    public async Task A_language_without_text_lists_is_no_fault(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        Assert.That(await ExploreAsync(connection, AlarmIds.TextLists + 1033, cancel), Is.Empty);
    }

    private static async Task<PlusValue> GetAsync(S7PlusConnection connection, uint target, uint attribute, CancellationToken cancel)
    {
        var (result, value) = await connection.AskAsync(
            SingleVariable.Get(target, attribute),
            static (ref from) => SingleVariable.ReadGetAnswer(ref from),
            cancel
        );
        Assert.That(result.IsError, Is.False);
        return value!;
    }

    private static async Task<List<PlusObject>> ExploreAsync(S7PlusConnection connection, uint target, CancellationToken cancel)
    {
        var (result, _, objects) = await connection.AskAsync(
            Explore.Request(target, []),
            static (ref from) => Explore.ReadAnswer(ref from),
            cancel
        );
        Assert.That(result.IsError, Is.False);
        return objects;
    }
}
