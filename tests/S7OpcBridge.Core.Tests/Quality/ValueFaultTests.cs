namespace S7OpcBridge.Core.Tests;

/// <summary>What the log and <c>BadTags</c> say of bytes that were read: they are no value, or a text has another maximum length than in the map.</summary>
[Parallelizable]
public sealed class ValueFaultTests
{
    private static readonly byte[] NoDate = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        Date = [0x24, 0x01, 0x02, 0x03, 0x04, 0x05, 0, 0x03];

    [Test, CancelAfter(20_000)]
    public async Task A_tag_whose_bytes_are_no_value_is_listed_until_they_are_one_and_stands_once_in_the_log(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("fast", 10).Tag("Begun", "DB1.DBB0", "DT").Tag("Count", "DB1.DBW8", "Int"));
        plant.Poke(0, NoDate);
        plant.Run();

        await plant.UntilAsync(() => plant.Status.BadTags.Length == 1, token);
        Assert.That(plant.Seen.QualityOf(0), Is.EqualTo(TagQuality.DecodingError));
        Assert.That(plant.Status.BadTags[0], Does.StartWith("Line1/Begun (DB1.DBB0): its bytes are no value of the type Date_And_Time"));
        Assert.That(plant.Status.LastError, Is.EqualTo(plant.Status.BadTags[0]));

        plant.Poke(0, Date);
        await plant.UntilAsync(() => plant.Status.BadTags.IsEmpty && plant.Seen.QualityOf(0) == TagQuality.Good, token);
        plant.Poke(0, NoDate);
        await plant.UntilAsync(() => plant.Status.BadTags.Length == 1, token);

        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1010), Is.EqualTo(1));
        Assert.That(plant.Seen.QualitiesOf(1), Is.EqualTo(new[] { TagQuality.Good }));
    }

    [Test, CancelAfter(20_000)]
    public async Task Many_tags_without_a_value_are_counted_and_stand_behind_those_that_are_refused(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10).Tag("Missing", "DB77.DBW0", "Int").Tags(120, i => $"DB1.DBB{8 * i}", "DT")
        );
        plant.Poke(0, [.. Enumerable.Repeat((byte)0xFF, 960)]);
        plant.Run();

        // The list may be there first: whoever finds the refused tag lists the others, too.
        await plant.UntilAsync(() => plant.Status.BadTags.Length == 101 && plant.Log.Lines.Any(line => line.Id.Id == 1011), token);

        Assert.That(plant.Status.BadTags[0], Does.Contain("DB77"));
        Assert.That(plant.Status.BadTags[1], Does.StartWith("Line1/T0 "));
        Assert.That(plant.Status.BadTags[^1], Is.EqualTo("… and 21 more."));
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1010), Is.EqualTo(6));
        Assert.That(plant.Log.Lines.Single(line => line.Id.Id == 1011).Text, Does.Contain("115 more"));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_reload_keeps_the_tags_without_a_value_listed(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("fast", 10).Tag("Begun", "DB1.DBB0", "DT"));
        plant.Poke(0, NoDate);
        plant.Run();
        await plant.UntilAsync(() => plant.Status.BadTags.Length == 1, token);

        await plant.AdoptAsync(map => map.Class("fast", 10).Tag("Other", "DB1.DBW8", "Int").Tag("Begun", "DB1.DBB0", "DT"), token);
        Assert.That(plant.Status.BadTags, Has.Length.EqualTo(1).And.All.StartsWith("Line1/Begun "));

        await plant.AdoptAsync(map => map.Class("fast", 10).Tag("Other", "DB1.DBW8", "Int"), token);
        Assert.That(plant.Status.BadTags, Is.Empty);
    }

    [TestCase(
        "String[60]",
        new byte[] { 40, 2, (byte)'o', (byte)'k' },
        "the map says String[60], the block has String[40]",
        "would overwrite"
    )]
    [TestCase("String[20]", new byte[] { 40, 2, (byte)'o', (byte)'k' }, "the map says String[20], the block has String[40]", "cut off")]
    [TestCase(
        "WString[300]",
        new byte[] { 0, 40, 0, 1, 0, (byte)'o' },
        "the map says WString[300], the block has WString[40]",
        "would overwrite"
    )]
    [TestCase("String[20]", new byte[] { 0, 0 }, "name a maximum length of 0, which no String has", "initialise")]
    [TestCase(
        "String[4](0..2)",
        new byte[] { 4, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0 },
        "the map says String[4], the block has String[2]",
        "would overwrite"
    )]
    [CancelAfter(20_000)]
    public async Task A_text_of_another_maximum_length_than_in_the_map_stands_once_in_the_log(
        string type,
        byte[] bytes,
        string difference,
        string meaning,
        CancellationToken token
    )
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10).Tag("Name", "DB1.DBB0", type).Tag("Same", "DB1.DBB900", "String[5]").Tag("Count", "DB1.DBW998", "Int")
        );
        plant.Poke(0, bytes);
        plant.Poke(900, 5, 0);
        plant.Run();

        await plant.UntilAsync(() => plant.Log.Lines.Any(line => line.Id.Id == 1035), token);
        plant.Poke(1, (byte)(bytes[1] ^ 1));
        plant.Poke(998, 1);
        await plant.UntilAsync(() => plant.Seen.ValueOf(2) == Values.Int16(256), token);

        var line = plant.Log.Lines.Single(line => line.Id.Id == 1035).Text;
        Assert.That(line, Does.StartWith("Line1/Name (DB1.DBB0").And.Contain(difference).And.Contain(meaning));
        Assert.That(plant.Status.BadTags, Is.Empty, "its value is good");
        Assert.That(plant.Seen.QualityOf(0), Is.EqualTo(TagQuality.Good));
    }

    [Test, CancelAfter(20_000)]
    public async Task Many_texts_of_another_maximum_length_fill_no_log(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tags(50, i => $"DB1.DBB{20 * i}", "String[18]"));

        await plant.UntilAsync(() => plant.Log.Lines.Any(line => line.Id.Id == 1036), token);

        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1035), Is.EqualTo(5));
        Assert.That(plant.Log.Lines.Single(line => line.Id.Id == 1036).Text, Does.Contain("45 more"));
    }
}
