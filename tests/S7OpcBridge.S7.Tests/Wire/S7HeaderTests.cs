using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Tests;

public sealed class S7HeaderTests
{
    [Test]
    public void An_answer_has_two_bytes_of_error_that_a_job_has_not()
    {
        Assert.That(
            S7Header.Read(Bytes.Of("32 02 00 00 12 34 00 00 00 00 81 04")),
            Is.EqualTo(new S7Header(Rosctr.Ack, 0x1234, 0, 0, 0x8104))
        );
        Assert.That(S7Header.Read(Bytes.Of("32 01 00 00 12 34 00 02 00 00 04 00")), Is.EqualTo(new S7Header(Rosctr.Job, 0x1234, 2, 0)));
    }

    [Test]
    public void A_pad_byte_behind_the_announced_end_is_taken() =>
        Assert.That(S7Header.Read(Bytes.Of("32 03 00 00 00 01 00 00 00 01 00 00 FF 00")).DataLength, Is.EqualTo(1));

    [TestCase("32", "no header", TestName = "One_byte")]
    [TestCase("32 03 00 00 00 01 00 00 00 00", "announces", TestName = "An_answer_without_its_error_bytes")]
    [TestCase(
        "32 03 00 00 00 01 00 02 00 06 00 00 04 01 FF 04",
        "announces 2 bytes of parameters and 6 of data; 4 bytes came",
        TestName = "More_announced_than_came"
    )]
    [TestCase(
        "32 03 00 00 00 01 00 02 00 00 00 00 04 01 FF 04",
        "announces 2 bytes of parameters and 0 of data; 4 bytes came",
        TestName = "Less_announced_than_came"
    )]
    [TestCase("33 03 00 00 00 01 00 00 00 00 00 00", "protocol id 33", TestName = "Another_protocol")]
    [TestCase("72 03 00 00 00 01 00 00 00 00 00 00", "S7CommPlus", TestName = "S7CommPlus")]
    [TestCase("32 04 00 00 00 01 00 00 00 00 00 00", "ROSCTR 04", TestName = "An_unknown_ROSCTR")]
    public void A_header_that_cannot_be_is_named(string bytes, string said) =>
        Assert.That(() => S7Header.Read(Bytes.Of(bytes)), Throws.TypeOf<S7ProtocolException>().With.Message.Contains(said));
}
