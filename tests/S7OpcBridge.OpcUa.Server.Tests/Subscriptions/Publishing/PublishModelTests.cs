using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Publishing;

/// <summary>Any order of changes, Publish requests and cycles of one subscription against the few sentences of Part 4's state table.</summary>
public class PublishModelTests
{
    [FsCheck.NUnit.Property(MaxTest = 300)]
    [ConformanceUnit("Subscription Basic")]
    public Property Publishing_follows_the_state_table() =>
        Prop.ForAll(
            ArbMap
                .Default.GeneratorFor<byte>()
                .ListOf()
                .SelectMany(steps => Gen.Choose(1, 4).Select(keepAlive => (steps, keepAlive)))
                .ToArbitrary(),
            run =>
            {
                using var rig = new Rig();
                var id = rig.Subscribe(keepAlive: (uint)run.keepAlive, lifetime: (uint)run.keepAlive * 3);
                rig.Monitor(id, TestNodes.Double);
                var model = new Model(run.keepAlive);
                var sent = new List<SentPublish>();
                var value = 0.0;
                var (passed, turn) = (0.0, 0);
                foreach (var step in run.steps)
                {
                    switch (step % 3)
                    {
                        case 0:
                            // In no rhythm: cycles would follow one.
                            if (passed == 0 && turn++ % 2 == 0)
                                rig.Pass(passed = Rig.Interval / 2);
                            rig.Set(TestNodes.Double, ++value);
                            model.Changed();
                            break;
                        case 1:
                            sent.Add(rig.Publish());
                            if (model.Requested())
                                passed = 0; // the cycles go on from here
                            break;
                        default:
                            rig.Pass(Rig.Interval - passed);
                            passed = 0;
                            model.Cycle();
                            break;
                    }

                    var answers = sent.Where(s => s.IsAnswered).Select(Describe).ToArray();
                    if (!answers.SequenceEqual(model.Answers) || sent.Count(s => !s.IsAnswered) != model.Waiting)
                        return false;
                }

                return true;
            }
        );

    private static string Describe(SentPublish request) =>
        request.Status is { } status ? StatusCodes.NameOf(status)!
        : request.Objects<StatusChangeNotification>() is [var change] ? StatusCodes.NameOf(change.Status.Value)!
        : request.IsKeepAlive ? $"keep-alive {request.Response.NotificationMessage.SequenceNumber}"
        : $"data {request.Response.NotificationMessage.SequenceNumber}";

    private sealed class Model(int keepAlive)
    {
        private bool _data = true,
            _late,
            _first = true,
            _dead,
            _noticeSent;
        private int _quiet,
            _unheard;
        private uint _number = 1;

        public List<string> Answers { get; } = [];

        public int Waiting { get; private set; }

        public void Changed() => _data = true;

        /// <returns>True: it was late, and the request served it.</returns>
        public bool Requested()
        {
            var wasLate = _late && !_dead;
            _unheard = 0;
            Waiting++;
            if (_dead)
                Answer(_noticeSent ? nameof(StatusCodes.BadNoSubscription) : nameof(StatusCodes.BadTimeout));
            else if (_late)
                Say();
            return wasLate;
        }

        public void Cycle()
        {
            if (_dead)
                return;
            _quiet++;
            var something = _data || _first || _quiet >= keepAlive;
            if (Waiting > 0)
            {
                _unheard = 0;
                if (something)
                    Say();
            }
            else if (++_unheard > 3 * keepAlive)
                _dead = true;
            else
                _late |= something;
        }

        private void Say()
        {
            Answer(_data ? $"data {_number++}" : $"keep-alive {_number}");
            (_data, _first, _late, _quiet) = (false, false, false, 0);
        }

        private void Answer(string what)
        {
            _noticeSent |= _dead;
            Waiting--;
            Answers.Add(what);
        }
    }
}
