using System.Text;

namespace S7OpcBridge.OpcUa.Server.Tests;

public class NameIndexTests
{
    [Test]
    public void Every_name_is_found_and_no_other()
    {
        var names = Enumerable.Range(0, 50_000).Select(i => $"Line{i % 20}/Motor/Speed{i}").ToArray();
        var index = Index(names);
        Assert.That(index.Count, Is.EqualTo(names.Length));
        for (var i = 0; i < names.Length; i++)
        {
            Assert.That(index.Find(Encoding.UTF8.GetBytes(names[i])), Is.EqualTo(i));
            Assert.That(index.Find(Encoding.UTF8.GetBytes(names[i] + "x")), Is.EqualTo(-1));
        }

        Assert.That(index.Find(""u8), Is.EqualTo(-1));
    }

    [FsCheck.NUnit.Property]
    public void It_agrees_with_a_dictionary(string[] added, string[] asked)
    {
        var texts = added.Select(t => t ?? "").ToArray();
        var index = new NameIndex<Names>(new Names(texts), texts.Length);
        var dictionary = new Dictionary<string, int>();
        for (var i = 0; i < texts.Length; i++)
        {
            texts[i] = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(texts[i])); // no lone surrogates
            Assert.That(index.TryAdd(Encoding.UTF8.GetBytes(texts[i]), i), Is.EqualTo(dictionary.TryAdd(texts[i], i)));
        }

        foreach (var text in asked.Concat(texts).Select(t => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(t ?? ""))))
            Assert.That(index.Find(Encoding.UTF8.GetBytes(text)), Is.EqualTo(dictionary.GetValueOrDefault(text, -1)));
    }

    [Test]
    public void A_name_that_is_taken_is_refused()
    {
        var index = new NameIndex<Names>(new Names(["a", "a"]), 2);
        Assert.That(index.TryAdd("a"u8, 0));
        Assert.That(index.TryAdd("a"u8, 1), Is.False);
        Assert.That(index.Find("a"u8), Is.Zero);
    }

    [Test]
    public void A_full_index_says_so()
    {
        var index = new NameIndex<Names>(new Names(["a", "b"]), 1);
        index.TryAdd("a"u8, 0);
        Assert.That(() => index.TryAdd("b"u8, 1), Throws.InvalidOperationException);
        Assert.That(new NameIndex<Names>(new Names([]), 0).Find("a"u8), Is.EqualTo(-1));
    }

    [Test]
    public void A_node_beyond_those_that_the_index_was_made_for_is_refused() =>
        Assert.That(() => new NameIndex<Names>(new Names(["a", "b"]), 1).TryAdd("b"u8, 1), Throws.TypeOf<ArgumentOutOfRangeException>());

    [TestCase("Tank", "Tank", true)]
    [TestCase("Tank", "Tan", false)]
    [TestCase("Tan", "Tank", false)]
    [TestCase("Füllstand 水", "Füllstand 水", true)]
    [TestCase("Füllstand", "Fullstand", false)]
    [TestCase("", "", true)]
    public void Names_are_compared_without_a_copy(string wire, string ours, bool same) =>
        Assert.That(NodeNames.Matches(Encoding.UTF8.GetBytes(wire), ours), Is.EqualTo(same));

    [Test]
    public void A_long_name_in_pieces_is_taken_off_the_front()
    {
        var piece = string.Concat(Enumerable.Repeat("Kühlwasser😀", 50));
        ReadOnlySpan<byte> rest = Encoding.UTF8.GetBytes("Line1/" + piece + "!");
        Assert.That(NodeNames.TakePrefix(ref rest, "Line2"), Is.False);
        Assert.That(NodeNames.TakePrefix(ref rest, "Line1/") && NodeNames.TakePrefix(ref rest, piece));
        Assert.That(NodeNames.Matches(rest, "!"));
    }

    private static NameIndex<Names> Index(string[] names)
    {
        var index = new NameIndex<Names>(new Names(names), names.Length);
        for (var i = 0; i < names.Length; i++)
            Assert.That(index.TryAdd(Encoding.UTF8.GetBytes(names[i]), i));
        return index;
    }

    private readonly struct Names(string[] names) : INodeNames
    {
        public bool IsName(int node, ReadOnlySpan<byte> utf8) => NodeNames.Matches(utf8, names[node]);
    }
}
