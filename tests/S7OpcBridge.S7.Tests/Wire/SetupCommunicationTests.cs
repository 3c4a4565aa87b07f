using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Tests;

public sealed class SetupCommunicationTests
{
    private const string Job = "32 01 00 00 AB CD 00 08 00 00 F0 00 00 08 00 05 03 C0";
    private const string Answer = "32 03 00 00 AB CD 00 08 00 00 00 00 F0 00 00 03 00 02 00 F0";

    [Test]
    public void A_request_is_18_bytes_and_names_calling_called_and_PDU_in_this_order()
    {
        var pdu = Enumerable.Repeat((byte)0xEE, SetupCommunication.RequestLength).ToArray();
        new SetupCommunication(8, 5, 960).WriteRequest(pdu, 0xABCD);
        Assert.That(pdu, Is.EqualTo(Bytes.Of(Job)));
    }

    [Test]
    public void An_answer_has_two_bytes_of_error_before_its_parameters()
    {
        var pdu = Enumerable.Repeat((byte)0xEE, SetupCommunication.AnswerLength).ToArray();
        new SetupCommunication(3, 2, 240).WriteAnswer(pdu, 0xABCD);
        Assert.That(pdu, Is.EqualTo(Bytes.Of(Answer)));
    }

    [TestCase("F0 00 00 03 00 02 00 F0", TestName = "Eight_bytes_are_a_negotiation")]
    [TestCase("F0 00 00 03 00 02 00 F0 00", TestName = "A_byte_more_is_ignored")]
    public void What_was_negotiated_is_read(string parameters) =>
        Assert.That(SetupCommunication.Read(Bytes.Of(parameters)), Is.EqualTo(new SetupCommunication(3, 2, 240)));

    [TestCase("F0 00 00 03 00 02 00", TestName = "Cut_off")]
    [TestCase("04 00 00 03 00 02 00 F0", TestName = "Of_another_function")]
    [TestCase("", TestName = "Nothing")]
    public void Other_parameters_are_no_negotiation(string parameters) =>
        Assert.That(() => SetupCommunication.Read(Bytes.Of(parameters)), Throws.TypeOf<S7ProtocolException>());
}
