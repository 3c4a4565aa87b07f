using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Tests;

/// <summary>The parameters of userdata PDUs, byte for byte.</summary>
public sealed class UserdataParametersTests
{
    [Test]
    public void A_first_request_has_eight_bytes_and_method_11() =>
        Assert.That(Written(new(UserdataParameters.Request, UserdataGroup.Cpu, 1, 0)), Is.EqualTo("00 01 12 04 11 44 01 00"));

    [Test]
    public void A_request_for_the_next_part_has_method_12_and_repeats_sequence_and_unit() =>
        Assert.That(
            Written(new(UserdataParameters.Request, UserdataGroup.Cpu, 1, 7, DataUnit: 0x2A)),
            Is.EqualTo("00 01 12 08 12 44 01 07 2A 00 00 00")
        );

    [Test]
    public void An_answer_says_whether_more_parts_follow_and_carries_an_error() =>
        Assert.That(
            Written(new(UserdataParameters.Answer, UserdataGroup.Time, 2, 0, 1, More: true, Error: 0xD602)),
            Is.EqualTo("00 01 12 08 12 87 02 00 01 01 D6 02")
        );

    [TestCase("00 01 12 08 12 84 01 07 2A 01 D4 01")]
    [TestCase("00 01 12 08 12 84 01 07 2A FF D4 01")]
    public void An_answer_is_read_with_its_unit_and_its_error(string bytes) =>
        Assert.That(
            UserdataParameters.Read(Bytes.Of(bytes)),
            Is.EqualTo(new UserdataParameters(8, UserdataGroup.Cpu, 1, 7, 0x2A, More: true, Error: 0xD401))
        );

    [Test]
    public void The_last_part_has_a_zero_where_more_is_told() =>
        Assert.That(UserdataParameters.Read(Bytes.Of("00 01 12 08 12 84 01 07 00 00 00 00")).More, Is.False);

    [TestCase("00 01 12 04 11 44 01 00")]
    [TestCase("00 01 12 08 12 44 01 00 2A 01 D4", TestName = "A_long_form_that_is_cut_off_counts_as_short")]
    public void The_short_form_has_no_unit_no_more_and_no_error(string bytes) =>
        Assert.That(UserdataParameters.Read(Bytes.Of(bytes)), Is.EqualTo(new UserdataParameters(4, UserdataGroup.Cpu, 1, 0)));

    [TestCase("00 01 12 04 11 44 01", TestName = "Seven_bytes")]
    [TestCase("01 01 12 04 11 44 01 00", TestName = "Another_first_byte")]
    [TestCase("00 00 12 04 11 44 01 00", TestName = "Another_second_byte")]
    [TestCase("00 01 11 04 11 44 01 00", TestName = "Another_third_byte")]
    public void Other_parameters_are_an_error(string bytes) =>
        Assert.That(() => UserdataParameters.Read(Bytes.Of(bytes)), Throws.TypeOf<S7ProtocolException>());

    [TestCase("00 01 12 08 12 84 01 00 00 00 00 00", true)]
    [TestCase("00 01 12 04 11 84 01 00", true)]
    [TestCase("00 01 12 08 12 04 11 00 00 00 00 00", false, TestName = "An_alarm_comes_unasked")]
    [TestCase("00 01 12 08 12 44 01 00 00 00 00 00", false, TestName = "A_request_is_no_answer")]
    [TestCase("00 01 12 04 11 84 01", false, TestName = "What_is_cut_off_is_no_answer")]
    public void Type_8_is_an_answer(string bytes, bool isAnswer) =>
        Assert.That(UserdataParameters.IsAnswer(Bytes.Of(bytes)), Is.EqualTo(isAnswer));

    private static string Written(UserdataParameters parameters)
    {
        var bytes = Enumerable.Repeat((byte)0xEE, UserdataParameters.LongLength).ToArray();
        var length = parameters.Write(bytes);
        return BitConverter.ToString(bytes[..length]).Replace('-', ' ');
    }
}
