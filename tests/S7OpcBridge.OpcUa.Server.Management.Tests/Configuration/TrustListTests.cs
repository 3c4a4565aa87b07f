using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Management.Configuration;
using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Management.Configuration.ConfigurationIds;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;

/// <summary>The TrustList of ServerConfiguration as a file: what an administrator may do with it, and what nobody may.</summary>
[CancelAfter(60_000)]
internal sealed class TrustListTests : ConfigurationFixture
{
    private static readonly byte[] One = UaTestAuthority.SelfSigned("one", Now).RawData,
        Two = UaTestAuthority.SelfSigned("two", Now).RawData;

    [Test]
    [ConformanceUnit("Push Model for Global Certificate and TrustList Management")]
    public async Task A_list_that_was_written_counts_after_ApplyChanges_and_reads_as_it_was_written()
    {
        await StartAsync();
        var admin = await AdminAsync();
        var root = UaTestAuthority.Root("Root", Now);
        var list = new TrustListContent
        {
            TrustedCertificates = [One],
            IssuerCertificates = [root.Certificate.RawData],
            IssuerCrls = [root.RevocationList(Now)],
        };
        Assert.That(await PushAsync(admin, list), Is.EqualTo("Good"));
        Assert.That(Stores.Trust.TrustedCertificates, Is.Empty, "nothing counts before ApplyChanges");
        Assert.That(await StatusOfAsync(admin, ApplyChanges), Is.EqualTo("Good"));
        Assert.That(Stores.Trust.TrustedCertificates, Is.EqualTo(new[] { One }));

        var handle = Variant.From(await OpenAsync(admin, 1));
        var read = (byte[])(await CallAsync(admin, Read, handle, Variant.From(int.MaxValue))).OutputArguments[0].Reference!;
        Assert.That(read, Is.EqualTo(list.Encode()));
        Assert.That((byte[])(await CallAsync(admin, Read, handle, Variant.From(10))).OutputArguments[0].Reference!, Is.Empty, "the end");
        Assert.That((await admin.ReadAsync(Stop, Size, OpenCount)).Select(v => v.Value.Bits), Is.EqualTo(new long[] { read.Length, 1 }));
        Assert.That(await StatusOfAsync(admin, Close, handle), Is.EqualTo("Good"));
        Assert.That((await admin.ReadAsync(Stop, OpenCount))[0].Value.Bits, Is.Zero);
        Assert.That(
            (await Server.HappensAsync<ConfigurationCalled>(Stop, e => e.Method == "ApplyChanges")).Text,
            Does.Contain("trust list (All)")
        );
    }

    [Test]
    public async Task Positions_move_within_the_file()
    {
        await StartAsync();
        var admin = await AdminAsync();
        var handle = Variant.From(await OpenAsync(admin, 1));
        Assert.That(await StatusOfAsync(admin, SetPosition, handle, Variant.From(4UL)), Is.EqualTo("Good"));
        var rest = (byte[])(await CallAsync(admin, Read, handle, Variant.From(4))).OutputArguments[0].Reference!;
        Assert.That(rest, Is.EqualTo(new byte[4]), "an empty list");
        Assert.That((await CallAsync(admin, GetPosition, handle)).OutputArguments[0].Bits, Is.EqualTo(8));
        Assert.That(await StatusOfAsync(admin, SetPosition, handle, Variant.From(ulong.MaxValue)), Is.EqualTo("Good"));
        Assert.That((await CallAsync(admin, GetPosition, handle)).OutputArguments[0].Bits, Is.EqualTo(20), "the end of the file");
        Assert.That(await StatusOfAsync(admin, Read, handle, Variant.From(-1)), Is.EqualTo("BadInvalidArgument"));
        Assert.That(await StatusOfAsync(admin, Write, handle, Variant.FromByteString([1])), Is.EqualTo("BadInvalidState"));
    }

    [Test]
    public async Task A_mask_reads_and_replaces_only_the_lists_that_it_names()
    {
        await StartAsync();
        var admin = await AdminAsync();
        await PushAsync(admin, new TrustListContent { TrustedCertificates = [One], IssuerCertificates = [Two] });
        await CallAsync(admin, ApplyChanges);
        await PushAsync(admin, new TrustListContent { Parts = TrustListParts.TrustedCertificates, TrustedCertificates = [Two] });
        await CallAsync(admin, ApplyChanges);
        Assert.That((Stores.Trust.TrustedCertificates[0], Stores.Trust.IssuerCertificates[0]), Is.EqualTo((Two, Two)));

        var handle = (await CallAsync(admin, OpenWithMasks, Variant.From((uint)TrustListParts.IssuerCertificates))).OutputArguments[0];
        var read = (byte[])(await CallAsync(admin, Read, handle, Variant.From(60_000))).OutputArguments[0].Reference!;
        var content = TrustListContent.Decode(read, EncodingLimits.Default);
        Assert.That(
            (content.Parts, content.TrustedCertificates.Count, content.IssuerCertificates.Count),
            Is.EqualTo((TrustListParts.IssuerCertificates, 0, 1))
        );
        Assert.That(await StatusOfAsync(admin, OpenWithMasks, Variant.From(16u)), Is.EqualTo("BadInvalidArgument"));
    }

    [Test]
    public async Task A_list_that_a_full_disk_does_not_store_is_refused_the_log_says_what_to_do_and_the_old_list_stays()
    {
        await StartAsync();
        var admin = await AdminAsync();
        await PushAsync(admin, new TrustListContent { TrustedCertificates = [One] });
        Assert.That(await StatusOfAsync(admin, ApplyChanges), Is.EqualTo("Good"));

        Stores.IsFull = true;
        Assert.That(await PushAsync(admin, new TrustListContent { TrustedCertificates = [Two] }), Is.EqualTo("Good"));
        Assert.That(await StatusOfAsync(admin, ApplyChanges), Is.EqualTo("BadResourceUnavailable"));
        Assert.That(
            await StatusOfAsync(admin, AddCertificate, Variant.FromByteString(Two), Variant.From(true)),
            Is.EqualTo("BadResourceUnavailable")
        );
        Assert.That(
            (await Server.HappensAsync<ConfigurationCalled>(Stop, e => e.Status.IsBad)).Text,
            Does.StartWith("ApplyChanges was refused: ")
                .And.Contain("No space left on device : '/trusted/one.pem'")
                .And.Contain("Make room on the disk")
        );
        Assert.That(Server.Events.OfType<RequestFailed>(), Is.Empty, "it is no bug");
        Assert.That(Stores.Trust.TrustedCertificates, Is.EqualTo(new[] { One }));

        Stores.IsFull = false;
        Assert.That(await StatusOfAsync(admin, AddCertificate, Variant.FromByteString(Two), Variant.From(true)), Is.EqualTo("Good"));
        Assert.That(Stores.Trust.TrustedCertificates, Is.EqualTo(new[] { One, Two }));
    }

    [Test]
    public async Task Garbage_is_refused_and_changes_nothing()
    {
        await StartAsync(maxSize: 4000);
        var admin = await AdminAsync();
        Assert.That(
            await PushAsync(
                admin,
                new TrustListContent
                {
                    TrustedCertificates =
                    [
                        [1, 2, 3],
                    ],
                }
            ),
            Is.EqualTo("BadCertificateInvalid")
        );
        Assert.That(await PushAsync(admin, new TrustListContent { TrustedCrls = [One] }), Is.EqualTo("BadCertificateInvalid"));
        var handle = Variant.From(await OpenAsync(admin, 6));
        await CallAsync(admin, Write, handle, Variant.FromByteString([1, 0, 0, 0, 255, 255, 255, 127]));
        Assert.That(
            await StatusOfAsync(admin, CloseAndUpdate, handle),
            Does.StartWith("BadDecodingError").Or.StartWith("BadEncodingLimitsExceeded")
        );
        Assert.That(
            await StatusOfAsync(admin, CloseAndUpdate, handle),
            Is.EqualTo("BadInvalidArgument"),
            "it is closed whatever came of it"
        );
        handle = Variant.From(await OpenAsync(admin, 6));
        Assert.That(await StatusOfAsync(admin, Write, handle, Variant.FromByteString(new byte[4001])), Is.EqualTo("BadRequestTooLarge"));
        Assert.That(await StatusOfAsync(admin, ApplyChanges), Is.EqualTo("BadNothingToDo"));
        Assert.That(Stores.Trust, Is.EqualTo(new TrustListContent()));
    }

    [Test]
    public async Task One_certificate_is_added_and_removed_at_once()
    {
        await StartAsync();
        var admin = await AdminAsync();
        var thumbprint = UaTestAuthority.SelfSigned("x", Now);
        Assert.That(
            await StatusOfAsync(admin, AddCertificate, Variant.FromByteString(thumbprint.RawData), Variant.From(true)),
            Is.EqualTo("Good")
        );
        Assert.That(Stores.Trust.TrustedCertificates, Has.Count.EqualTo(1));
        Assert.That(
            await StatusOfAsync(admin, AddCertificate, Variant.FromByteString(One), Variant.From(false)),
            Is.EqualTo("BadCertificateInvalid"),
            "issuers come with revocation lists"
        );
        Assert.That(
            await StatusOfAsync(admin, AddCertificate, Variant.FromByteString([0x30]), Variant.From(true)),
            Is.EqualTo("BadCertificateInvalid")
        );
        var orphan = UaTestAuthority.Root("Nobody's root", Now).Issue("orphan", Now);
        Assert.That(
            await StatusOfAsync(admin, AddCertificate, Variant.FromByteString(orphan.RawData), Variant.From(true)),
            Is.EqualTo("BadCertificateChainIncomplete")
        );
        Assert.That(
            await StatusOfAsync(admin, RemoveCertificate, Variant.From("00"), Variant.From(true)),
            Is.EqualTo("BadInvalidArgument")
        );
        Assert.That(
            await StatusOfAsync(admin, RemoveCertificate, Variant.From(thumbprint.Thumbprint.ToLowerInvariant()), Variant.From(true)),
            Is.EqualTo("Good")
        );
        Assert.That(Stores.Trust.TrustedCertificates, Is.Empty);
    }

    [Test]
    public async Task A_CA_that_others_need_stays_and_takes_its_revocation_lists_along_when_it_goes()
    {
        await StartAsync();
        var admin = await AdminAsync();
        var root = UaTestAuthority.Root("Root", Now);
        var client = root.Issue("mes", Now);
        await PushAsync(
            admin,
            new TrustListContent
            {
                TrustedCertificates = [client.RawData],
                IssuerCertificates = [root.Certificate.RawData],
                IssuerCrls = [root.RevocationList(Now)],
            }
        );
        await CallAsync(admin, ApplyChanges);
        Assert.That(
            await StatusOfAsync(admin, RemoveCertificate, Variant.From(root.Certificate.Thumbprint), Variant.From(false)),
            Is.EqualTo("BadCertificateChainIncomplete")
        );
        await CallAsync(admin, RemoveCertificate, Variant.From(client.Thumbprint), Variant.From(true));
        Assert.That(
            await StatusOfAsync(admin, RemoveCertificate, Variant.From(root.Certificate.Thumbprint), Variant.From(false)),
            Is.EqualTo("Good")
        );
        Assert.That(Stores.Trust.IssuerCrls, Is.Empty);
    }

    [Test]
    public async Task Only_one_writes_and_nothing_else_changes_meanwhile()
    {
        await StartAsync(onClock: true);
        var (first, second) = (await AdminAsync(), await AdminAsync());
        var handle = await OpenAsync(first, 6);
        Assert.That(await StatusOfAsync(second, Open, Variant.From((byte)6)), Is.EqualTo("BadNotWritable"));
        Assert.That(await StatusOfAsync(second, Open, Variant.From((byte)1)), Is.EqualTo("Good"), "who reads has a copy");
        Assert.That(
            await StatusOfAsync(second, Write, Variant.From(handle), Variant.FromByteString([1])),
            Is.EqualTo("BadInvalidArgument"),
            "handles are their session's own"
        );
        Assert.That(
            await StatusOfAsync(second, AddCertificate, Variant.FromByteString(One), Variant.From(true)),
            Is.EqualTo("BadInvalidState")
        );
        foreach (byte mode in (byte[])[0, 2, 3, 4, 7, 8, 10])
            Assert.That(await StatusOfAsync(second, Open, Variant.From(mode)), Is.EqualTo("BadNotSupported"), $"mode {mode}");

        Clock.Advance(TimeSpan.FromSeconds(50));
        await second.ReadAsync(Stop, Size);
        Clock.Advance(TimeSpan.FromSeconds(9));
        Assert.That(await StatusOfAsync(second, Open, Variant.From((byte)6)), Is.EqualTo("BadNotWritable"));
        Clock.Advance(TimeSpan.FromSeconds(2));
        Assert.That(
            await StatusOfAsync(second, Open, Variant.From((byte)6)),
            Is.EqualTo("Good"),
            "a forgotten handle blocks nobody for longer than a minute"
        );
    }

    [Test]
    public async Task A_handle_is_of_no_use_in_another_session_of_the_same_user()
    {
        await StartAsync();
        var (first, second) = (await AdminAsync(), await AdminAsync());
        var handle = Variant.From(await OpenAsync(first, 6));
        (uint Method, Variant[] Inputs)[] calls =
        [
            (Read, [handle, Variant.From(10)]),
            (Write, [handle, Variant.FromByteString([1])]),
            (GetPosition, [handle]),
            (SetPosition, [handle, Variant.From(0UL)]),
            (CloseAndUpdate, [handle]),
            (Close, [handle]),
        ];
        foreach (var (method, inputs) in calls)
            Assert.That(await StatusOfAsync(second, method, inputs), Is.EqualTo("BadInvalidArgument"), $"{method}");
        Assert.That(await StatusOfAsync(first, Close, handle), Is.EqualTo("Good"), "it is still open where it was opened");
    }

    [Test]
    public async Task Handles_are_bounded_and_end_with_their_session()
    {
        await StartAsync();
        var (first, second) = (await AdminAsync(), await AdminAsync());
        await OpenAsync(first, 6);
        for (var i = 1; i < FileHandles.MaxPerSession; i++)
            await OpenAsync(first, 1);
        Assert.That(await StatusOfAsync(first, Open, Variant.From((byte)1)), Is.EqualTo("BadTooManyOperations"));
        await first.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        while ((await second.ReadAsync(Stop, OpenCount))[0].Value.Bits != 0)
            await Task.Yield();
        await OpenAsync(second, 6);
    }
}
