namespace S7OpcBridge.OpcUa.Tests;

public class NodeIdTests
{
    private static readonly Guid Guid = new("72962b91-fa75-4ae6-8d28-b404dc7daf63");

    [Test]
    public void Equality_is_by_namespace_kind_and_content()
    {
        var other = new NodeId(2, new byte[] { 1, 2, 3 }[..2]);
        Assert.Multiple(() =>
        {
            Assert.That(new NodeId(2, "a"), Is.EqualTo(new NodeId(2, new string('a', 1))));
            Assert.That(new NodeId(2, "a"), Is.Not.EqualTo(new NodeId(1, "a")));
            Assert.That(new NodeId(2, "1"), Is.Not.EqualTo(new NodeId(2, 1u)));
            Assert.That(new NodeId(2, [1, 2]), Is.EqualTo(other));
            Assert.That(new NodeId(2, [1, 2]).GetHashCode(), Is.EqualTo(other.GetHashCode()));
            Assert.That(new NodeId(2, [1, 2]), Is.Not.EqualTo(new NodeId(2, [1, 3])));
            Assert.That(new NodeId(2, Guid) == new NodeId(2, Guid));
            Assert.That(new NodeId(2, Guid).In(3), Is.EqualTo(new NodeId(3, Guid)));
        });
    }

    [Test]
    public void Null_ids_of_every_kind_are_null()
    {
        Assert.Multiple(() =>
        {
            Assert.That(default(NodeId).IsNull);
            Assert.That(new NodeId(0, "").IsNull);
            Assert.That(new NodeId(0, Guid.Empty).IsNull);
            Assert.That(new NodeId(0, Array.Empty<byte>()).IsNull);
            Assert.That(new NodeId(1, 0u).IsNull, Is.False);
            Assert.That(new NodeId(0, 1u).IsNull, Is.False);
        });
    }

    [Test]
    public void The_text_is_that_of_the_standard()
    {
        Assert.Multiple(() =>
        {
            Assert.That(new NodeId(0, 2258u).ToString(), Is.EqualTo("i=2258"));
            Assert.That(new NodeId(2, "Line1/Motor").ToString(), Is.EqualTo("ns=2;s=Line1/Motor"));
            Assert.That(new NodeId(3, Guid).ToString(), Is.EqualTo("ns=3;g=72962b91-fa75-4ae6-8d28-b404dc7daf63"));
            Assert.That(new NodeId(4, [1, 2, 3]).ToString(), Is.EqualTo("ns=4;b=AQID"));
        });
    }
}
