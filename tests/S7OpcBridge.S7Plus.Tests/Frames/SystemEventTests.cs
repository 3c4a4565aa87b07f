using S7OpcBridge.S7Plus.Frames;

namespace S7OpcBridge.S7Plus.Tests.Frames;

public sealed class SystemEventTests
{
    // Source: gijzelaerr/python-snap7 pull request 841, log of a live S7-1200 that refused an Explore.
    private const string Refusal =
        "72FE00C6 00000000 00000489 00000000 00000000 00000017 00009D6C 00009D6D 00000008 00000002 00009D6E 00000004 0000039B 00009D6F 00000004 000004BB"
        + "00009D70 00000003 0006 00009D71 00000009 A2013B000236FF88 00009D72 00000004 00000000 00009D73 00000004 000004BB 00009D74 00000004 000000E9"
        + "00009D75 00000004 00000000 00009D76 00000003 0006 00009D77 00000003 0000 00009D78 00000003 1000 00009D79 00000003 1011 00009D7A 00000003 0801"
        + "00009D7B 00000003 1029 00000000";

    [Test]
    public void The_event_of_a_real_S7_1200_says_which_request_it_refused_and_why()
    {
        var read = SystemEvent.Read(Hex.Message(Refusal));
        Assert.Multiple(() =>
        {
            Assert.That(read.ConfirmedBytes, Is.EqualTo(0x489));
            Assert.That(read.Content!.Id, Is.EqualTo(40300));
            Assert.That(read.Sequence, Is.EqualTo(6));
            Assert.That(read.ReturnValue!.Value.Code, Is.EqualTo(-120));
            Assert.That(read.IsFatal);
        });
    }

    [Test]
    public void A_text_behind_the_four_numbers_is_a_text()
    {
        var read = SystemEvent.Read([.. new byte[16], .. "LOGOUT"u8]);
        Assert.Multiple(() =>
        {
            Assert.That(read.Text, Is.EqualTo("LOGOUT"));
            Assert.That(read.IsFatal, Is.False);
        });
    }
}
